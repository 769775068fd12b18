import RouteEngine
import RouteTestSupport
import Testing

struct ChildrenTests {
  private func ids(_ range: Range<Int>) -> [ScreenID] { range.map { ScreenID(UInt64($0)) } }

  @Test(arguments: [0, 1, 31, 32, 33, 63, 64, 65, 96, 97, 1_023, 1_024, 1_025, 1_056, 2_049])
  func `holds what an array holds at every border of its blocks`(count: Int) {
    let expected = ids(0..<count)
    var pushed = Children()
    for id in expected { pushed.append(id) }
    var popped = Children(ids(0..<(count + 40)))
    popped.splice(at: count, drop: 40, insert: [])
    var filled = Children(ids(0..<(count / 2)) + ids(9_000..<9_007))
    filled.splice(at: count / 2, drop: 7, insert: ids((count / 2)..<count))
    for children in [pushed, popped, filled, Children(expected)] {
      #expect(children.ids == expected)
      #expect(children.count == count)
      #expect(children.isEmpty == (count == 0))
      #expect(children.last == expected.last)
      // Equal contents have equal digests, however they came about.
      #expect(children.digest == pushed.digest)
      #expect(children == pushed)
      for probe in [0, count / 2, count - 1] where expected.indices.contains(probe) {
        #expect(children[probe] == expected[probe])
        #expect(children.position(of: expected[probe]) == probe)
      }
      #expect(children.position(of: ScreenID(77_777)) == nil)
    }
  }

  @Test func `behaves as an array under random splices`() {
    var random = SeededRandom(3)
    var children = Children()
    var model: [ScreenID] = []
    var copies: [(Children, [ScreenID])] = []
    for round in 0..<1_500 {
      let position =
        random.chance(70) ? model.count - random.below(3) : random.below(model.count + 1)
      let at = min(max(position, 0), model.count)
      let most = random.chance(5) ? 1_200 : random.chance(20) ? 70 : 3
      let drop = random.chance(55) ? 0 : random.below(min(most, model.count - at) + 1)
      let insert = (0..<random.below(most)).map { _ in ScreenID(random.next() % 5_000) }
      children.splice(at: at, drop: drop, insert: insert)
      model.replaceSubrange(at..<(at + drop), with: insert)
      if model.count > 2_300 {
        children.splice(at: 30, drop: model.count - 40, insert: [])
        model.replaceSubrange(30..<(model.count - 10), with: [])
      }
      #expect(children.count == model.count)
      #expect(children.last == model.last)
      guard round % 50 == 0 else { continue }
      #expect(children.ids == model)
      #expect(children.digest == Children(model).digest)
      copies.append((children, model))
    }
    for (copy, elements) in copies { #expect(copy.ids == elements) }
  }

  @Test func `another order, or one more, is another digest`() {
    let children = Children(ids(0..<40))
    #expect(Children(ids(0..<41)).digest != children.digest)
    #expect(Children(ids(0..<38) + [ScreenID(39), ScreenID(38)]).digest != children.digest)
    #expect(Children([ScreenID(1), ScreenID(0)] + ids(2..<40)).digest != children.digest)
    #expect(Children([ScreenID(0)]).digest != Children().digest)
  }
}

extension Children {
  /// Replaces `drop` children from a position on.
  fileprivate mutating func splice(at position: Int, drop: Int, insert ids: [ScreenID]) {
    let after = self.ids(from: position + drop)
    truncate(to: position)
    for id in ids + after { append(id) }
  }
}

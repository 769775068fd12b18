import RouteEngine
import RouteTestSupport
import Testing

struct OrderedTableTests {
  protocol Numbered: TableElement, Equatable {
    var value: Int { get }
    init(tableKey: UInt64, value: Int)
  }

  struct Item: Numbered {
    var tableKey: UInt64
    var value: Int
  }

  /// An item so wide that eight of them fill a run.
  struct WideItem: Numbered {
    static var tableFanout: Int { 8 }
    var tableKey: UInt64
    var value: Int
  }

  /// A table and a dictionary that receive the same changes.
  private struct Pair<Item: Numbered> {
    var table = OrderedTable<[Item]>()
    var model: [UInt64: Item] = [:]

    mutating func insert(_ item: Item) {
      #expect(table.insert(item) == model.updateValue(item, forKey: item.tableKey))
    }

    mutating func remove(_ key: UInt64) {
      #expect(table.remove(key) == model.removeValue(forKey: key))
    }

    func check() {
      let sorted = model.values.sorted { $0.tableKey < $1.tableKey }
      #expect(table.elements == sorted)
      #expect(table.count == sorted.count)
      #expect(table.isEmpty == sorted.isEmpty)
      for value in [0, 3, 2_500, .max] {
        #expect(table.first { $0.value >= value } == sorted.first { $0.value >= value })
      }
    }
  }

  @Test(arguments: [UInt64(40), 1_100, 5_000])
  func `behaves as a sorted dictionary under random edits`(range: UInt64) {
    edit(Pair<Item>(), range)
    edit(Pair<WideItem>(), range)
  }

  private func edit<Item: Numbered>(_ pair: Pair<Item>, _ range: UInt64) {
    var random = SeededRandom(range)
    var pair = pair
    for round in 0..<6_000 {
      let key = random.next() % range
      // Growing, shrinking and growing again visits every shape of the tree.
      if random.chance(round / 1_500 % 2 == 0 ? 75 : 15) {
        pair.insert(Item(tableKey: key, value: round))
      } else {
        pair.remove(key)
      }
      #expect(pair.table[key] == pair.model[key])
      #expect(pair.table.contains(key) == (pair.model[key] != nil))
      if round % 500 == 0 { pair.check() }
    }
    pair.check()
    for key in pair.model.keys.sorted() { pair.remove(key) }
    pair.check()
    pair.insert(Item(tableKey: 3, value: 3))
    pair.check()
  }

  @Test func `rising keys with removals from either end stay in order`() {
    var random = SeededRandom(7)
    var pair = Pair<Item>()
    var next: UInt64 = 0
    for _ in 0..<4_000 {
      if random.chance(60) {
        next += 1
        pair.insert(Item(tableKey: next, value: 0))
      } else if let key = random.chance(50) ? pair.model.keys.min() : pair.model.keys.max() {
        pair.remove(key)
      }
    }
    pair.check()
    for key in stride(from: next, to: 0, by: -1) { pair.remove(key) }
    pair.check()
  }

  @Test func `the last leaf becomes the first one, of 48 elements`() {
    var pair = Pair<Item>()
    for key in 1...80 { pair.insert(Item(tableKey: UInt64(key), value: 0)) }
    for key in 1...32 { pair.remove(UInt64(key)) }
    pair.check()
    for key in [40, 80, 81, 12] { pair.insert(Item(tableKey: UInt64(key), value: 1)) }
    pair.check()
    for key in pair.model.keys.sorted() { pair.remove(key) }
    pair.check()
  }

  @Test func `falling keys stay in order`() {
    var pair = Pair<Item>()
    for key in stride(from: UInt64(3_000), to: 0, by: -1) {
      pair.insert(Item(tableKey: key, value: 0))
    }
    pair.check()
    pair.insert(Item(tableKey: .max, value: 1))
    pair.insert(Item(tableKey: 0, value: 1))
    pair.check()
  }

  @Test(arguments: [0, 1, 8, 9, 12, 32, 33, 48, 49, 64, 65, 80, 81, 1_024, 1_025, 5_000])
  func `sorted input gives the same table as inserting`(count: Int) throws {
    try fill(Pair<Item>(), count)
    try fill(Pair<WideItem>(), count)
  }

  private func fill<Item: Numbered>(_ pair: Pair<Item>, _ count: Int) throws {
    let items = (0..<count).map { Item(tableKey: UInt64($0) * 3, value: $0) }
    var pair = pair
    pair.table = try #require(OrderedTable<[Item]>(rising: items))
    pair.model = Dictionary(uniqueKeysWithValues: items.map { ($0.tableKey, $0) })
    pair.check()
    for item in items { #expect(pair.table[item.tableKey] == item) }
    #expect(pair.table[1] == nil)
    var random = SeededRandom(UInt64(count))
    for round in 0..<500 {
      let key = random.next() % UInt64(3 * count + 3)
      if random.chance(60) {
        pair.insert(Item(tableKey: key, value: round))
      } else {
        pair.remove(key)
      }
    }
    pair.check()
  }

  @Test func `unsorted input, or a duplicate key, is no table`() {
    for keys in [[2, 1], [1, 1], [0, 1, 3, 2], [0, 1, 1]] as [[UInt64]] {
      #expect(OrderedTable<[Item]>(rising: keys.map { Item(tableKey: $0, value: 0) }) == nil)
    }
  }

  @Test func `a copy does not see later edits`() {
    var random = SeededRandom(11)
    var table = OrderedTable<[Item]>()
    var copies: [(OrderedTable<[Item]>, [Item])] = []
    for round in 0..<3_000 {
      let key = random.next() % 600
      if random.chance(60) {
        table.insert(Item(tableKey: key, value: round))
      } else {
        table.remove(key)
      }
      if round % 300 == 0 { copies.append((table, table.elements)) }
    }
    for (copy, elements) in copies { #expect(copy.elements == elements) }
  }
}

import RouteEngine
import RouteReplay
import Testing

/// The smallest part of a list that still shows a behaviour.
@Suite struct MinimizationTests {
  @Test(arguments: [
    ([], 0), ([], 1), ([0], 1), ([999], 1_000), ([3, 500], 1_000), ([0, 1, 998, 999], 1_000),
    (Array(100..<120), 1_000),
  ])
  func `only the needed elements are left, in their order`(needed: [Int], count: Int) {
    let found = Minimization(of: Array(0..<count), most: 10_000) { tried in
      Set(needed).isSubset(of: tried)
    }
    #expect(found.elements == needed)
    #expect(found.isMinimal)
  }

  @Test func `none of the remaining elements can be left out`() {
    // Any three of the even numbers show it, so there are many answers.
    let found = Minimization(of: Array(0..<97), most: 10_000) { tried in
      tried.count { $0.isMultiple(of: 2) } >= 3
    }
    #expect(found.elements.count == 3 && found.elements.allSatisfy { $0.isMultiple(of: 2) })
    #expect(found.elements == found.elements.sorted())
  }

  @Test func `two of a thousand are found in a hundred trials or so`() {
    let found = Minimization(of: Array(0..<1_000), most: 10_000) {
      $0.contains(17) && $0.contains(931)
    }
    #expect(found.elements == [17, 931])
    #expect(found.trials < 150, "\(found.trials)")
  }

  @Test func `the last trial may be the one that proves it`() {
    let found = Minimization(of: [7], most: 1) { $0 == [7] }
    #expect(found.elements == [7] && found.trials == 1 && found.isMinimal)
  }

  @Test func `when there are no more trials, the best result so far is returned`() {
    var isMore = 0
    let found = Minimization(of: Array(0..<1_000), most: 5) { tried in
      isMore += 1
      return tried.contains(3)
    }
    #expect(isMore == 5 && found.trials == 5)
    #expect(!found.isMinimal)
    #expect(found.elements.contains(3) && found.elements.count < 1_000)
  }
}

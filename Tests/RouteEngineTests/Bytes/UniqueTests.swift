import RouteEngine
import Testing

@Suite struct UniqueTests {
  @Test(arguments: [0, 1, 2, 16, 17, 100])
  func `each element keeps its first position`(count: Int) {
    let numbers = (0..<count).map { $0 * 7 % 5 }
    #expect(numbers.unique == Array([0, 2, 4, 1, 3].prefix(count)))
    #expect(Array(0..<count).unique == Array(0..<count))
  }

  @Test func `a long list without duplicates is processed in time`() {
    let numbers = Array(0..<100_000)
    #expect((numbers + numbers).unique == numbers)
  }
}

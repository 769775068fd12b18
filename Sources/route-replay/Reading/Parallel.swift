#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How many processors there are.
private var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// How many threads read ahead in each of so many files that are read at the same time: those for
/// which there is a processor, and which find something to do.
func readersAhead(inEachOf files: Int) -> Int {
  max(0, min(2, processors / max(1, files) - 1))
}

/// Does something with each of several files, or of other things, as many at the same time as there
/// are processors, and hands out what came of it in their order.
func inParallel<Item: Sendable, Result: Sendable>(
  _ items: [Item], _ work: @escaping @Sendable (Item) -> Result
) async -> [Result] {
  await inParallel(items, by: {}) { _, item in work(item) }
}

/// As above, with something that each of those at work has of its own, made once for each.
func inParallel<Item: Sendable, Tool: ~Copyable, Result: Sendable>(
  _ items: [Item], by makeTool: @escaping @Sendable () -> Tool,
  _ work: @escaping @Sendable (borrowing Tool, Item) -> Result
) async -> [Result] {
  let queue = IndexQueue(items.indices)
  return await withTaskGroup(of: [(Int, Result)].self) { group in
    for _ in 0..<min(processors, items.count) {
      group.addTask {
        let tool = makeTool()
        var done: [(Int, Result)] = []
        while let index = await queue.next() { done.append((index, work(tool, items[index]))) }
        return done
      }
    }
    var results: [Result?] = Array(repeating: nil, count: items.count)
    for await done in group {
      for (index, result) in done { results[index] = result }
    }
    return results.compactMap(\.self)
  }
}

/// Hands out each of some indices once, to the task that asks first.
private actor IndexQueue {
  private var rest: Range<Int>

  init(_ indices: Range<Int>) { rest = indices }

  func next() -> Int? { rest.popFirst() }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The number of processors.
private var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// The number of threads that read ahead in each of several files that are read in parallel: as
/// many as there are processors for, and as have work.
func readersAhead(inEachOf files: Int) -> Int {
  max(0, min(2, processors / max(1, files) - 1))
}

/// Applies a function to several files or other items, as many in parallel as there are processors,
/// and returns the results in order.
func inParallel<Item: Sendable, Result: Sendable>(
  _ items: [Item], _ work: @escaping @Sendable (Item) -> Result
) async -> [Result] {
  await inParallel(items, by: {}) { _, item in work(item) }
}

/// Applies a function to several items in the same way, with a tool for each parallel worker, made
/// once.
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

/// Returns each of some indices once, to the task that asks first.
private actor IndexQueue {
  private var rest: Range<Int>

  init(_ indices: Range<Int>) { rest = indices }

  func next() -> Int? { rest.popFirst() }
}

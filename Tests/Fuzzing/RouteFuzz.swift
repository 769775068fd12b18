import Foundation

#if FUZZING
/// The function that libFuzzer calls; the environment names the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func feedFuzzTarget(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let copy = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  MainActor.assumeIsolated { chosen.feed(copy) }
  return 0
}

@MainActor private let chosen: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("FUZZ_TARGET is '\(name)', not one of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  if target == .verify { atexit { MainActor.assumeIsolated { DamagedJournal.remove() } } }
  return target
}()
#else
/// Feeds a target with files, once each: this repeats findings of the fuzzer without the fuzzer.
@main
enum RouteFuzz {
  @MainActor
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let target = arguments.first.flatMap(FuzzTarget.init), arguments.count > 1 else {
      print(
        "usage: route-fuzz \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) FILE...")
      exit(64)
    }
    for path in arguments.dropFirst() {
      target.feed(Array(try Data(contentsOf: URL(filePath: path))))
    }
    DamagedJournal.remove()
  }
}
#endif

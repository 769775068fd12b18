import RouteEngine
import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Records the journals of many devices on which the shop's app is used.
@main struct ShopFleet {
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    guard !words.contains("--help"), let plan = FleetPlan(words) else {
      print(FleetPlan.usage)
      exit(words.contains("--help") ? 0 : 2)
    }
    do {
      try await record(plan)
    } catch {
      print("shop-fleet: \(error)")
      exit(1)
    }
  }

  private static func record(_ plan: FleetPlan) async throws {
    guard unsafe mkdir(plan.folder, 0o777) == 0 else {
      throw FleetError(
        description: "the folder '\(plan.folder)' is there already, or cannot be made")
    }
    let tables = try ShopTables()
    let workers = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let requests = try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<workers {
        group.addTask {
          var requests = 0
          for device in stride(from: worker, to: plan.devices, by: workers) {
            let path = "\(plan.folder)/\(plan.name(of: device)).sqlite"
            requests += try await FleetDevice(device, of: plan, with: tables).record(at: path)
            FilePath.remove("\(path)-lock")
          }
          return requests
        }
      }
      return try await group.reduce(0, +)
    }
    let planted = (0..<plan.devices).filter(plan.diverges).map(plan.name)
    try write(planted, to: "\(plan.folder)/planted.txt")
    print("\(plan.devices) devices, \(requests) requests; diverging: \(planted)")
  }

  private static func write(_ lines: [String], to path: String) throws {
    guard let file = unsafe fopen(path, "w") else {
      throw FleetError(description: "cannot write '\(path)'")
    }
    defer { unsafe _ = fclose(file) }
    for line in lines { unsafe _ = fputs("\(line)\n", file) }
  }
}

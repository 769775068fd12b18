#if canImport(os)
public import os

extension RouteSession.Configuration {
  /// Writes what the session does to a log, and an interval for each call of host code, which
  /// Instruments shows. It replaces the present ``tell``.
  ///
  /// The texts are logged as public: private values are tokens in them, see
  /// ``RouteSession/Notice``.
  ///
  /// - Parameters:
  ///   - logger: the log.
  ///   - signposter: takes the intervals, named `host code`.
  public mutating func log(to logger: Logger, signposter: OSSignposter = .disabled) {
    var intervals: [Int: OSSignpostIntervalState] = [:]
    tell = { notice in
      switch notice.level {
      case .debug: logger.debug("\(notice.description, privacy: .public)")
      case .info: logger.info("\(notice.description, privacy: .public)")
      case .notice: logger.notice("\(notice.description, privacy: .public)")
      case .error: logger.error("\(notice.description, privacy: .public)")
      }
      switch notice {
      case .called(let call):
        intervals[call.number] = signposter.beginInterval(
          "host code", id: signposter.makeSignpostID(), "\(call.description, privacy: .public)")
      case .returned(let call):
        if let interval = intervals.removeValue(forKey: call.number) {
          signposter.endInterval("host code", interval)
        }
      case .arrived, .waits, .ended, .action, .health: break
      }
    }
  }
}
#endif

import RouteEngine
import Testing

/// The conversion of durations from callers, whatever their value.
struct RouteInstantTests {
  private let year = Duration.seconds(31_536_000)

  @Test func `a span is kept to the microsecond, rounded towards zero`() {
    #expect(Duration.milliseconds(1_500).microseconds == 1_500_000)
    #expect(Duration.nanoseconds(1_999).microseconds == 1)
    #expect(Duration.nanoseconds(-1_999).microseconds == -1)
    #expect(Duration.zero.microseconds == 0)
    #expect(Duration.microseconds(Int64.max).microseconds == .max)
    #expect(Duration.microseconds(Int64.min).microseconds == .min)
  }

  @Test func `a span beyond 64 bits of microseconds is the longest one`() {
    #expect(Duration.seconds(Int64.max).microseconds == .max)
    #expect(Duration.seconds(Int64.min).microseconds == .min)
    #expect((Duration.microseconds(Int64.max) + .microseconds(1)).microseconds == .max)
    #expect((Duration.microseconds(Int64.min) - .microseconds(1)).microseconds == .min)
    #expect(Duration.seconds(Int64.min).wholeMicroseconds == 0)
    #expect(Duration.seconds(Int64.max).wholeMicroseconds == .max)
  }

  @Test func `an instant moves by spans and stays at the end of time`() {
    let epoch = RouteInstant(sinceEpoch: .zero)
    let start = RouteInstant(sinceEpoch: .seconds(1_700_000_000))
    #expect(start.microseconds == 1_700_000_000_000_000)
    #expect(start.sinceEpoch == .seconds(1_700_000_000))
    #expect(epoch.duration(to: start) == .seconds(1_700_000_000))
    #expect(start.duration(to: epoch) == .seconds(-1_700_000_000))
    #expect(start.advanced(by: .seconds(1)).advanced(by: .seconds(-1)) == start)
    let last = epoch.advanced(by: year * 300_000)
    let first = epoch.advanced(by: year * -300_000)
    #expect(last == last.advanced(by: .seconds(1)) && last.microseconds == .max)
    #expect(first == first.advanced(by: .seconds(-1)) && first.microseconds == .min)
    #expect(first.duration(to: last).microseconds == .max)
    #expect(RouteInstant(sinceEpoch: .seconds(Int64.max)) == last)
  }

  @Test func `a request that never had any time left has expired`() {
    let now = RouteInstant(sinceEpoch: .seconds(1_700_000_000))
    func request(_ lifetime: Duration?) -> RouteRequest {
      RouteRequest(
        .route("a", [:]), from: .url, at: now, options: .init(expiresAfter: lifetime))
    }
    #expect(request(.seconds(-1)).isExpired(at: now))
    #expect(request(.seconds(Int64.min)).isExpired(at: now))
    #expect(!request(.zero).isExpired(at: now))
    #expect(!request(.seconds(Int64.max)).isExpired(at: now))
    #expect(request(nil).expiry == nil && request(.seconds(1)).options.expiresAfter == .seconds(1))
  }

  @MainActor @Test func `clocks of one's own may say what no journal can hold`() {
    let clock = SessionClock(
      wall: { RouteInstant(sinceEpoch: .seconds(Int64.max)) },
      monotonic: { .seconds(Int64.max) })
    let table = RouteTable.empty
    let session = RouteSession.launch(table, at: .memory) { $0.clock = clock }
    #expect(session.health == .recording)
    session.end()
  }
}

import RouteAnalytics
import RouteEngine
import RouteStore

/// The sessions of one journal for spans: redacted, and found by the names in rows.
struct SpanSessions {
  /// One session.
  struct Session {
    let number: Int64
    /// Its identifier, as it is exported.
    let identifier: String
    /// The bytes of its device, as the journal has it.
    let device: [UInt8]
    /// The resource attributes of its spans.
    let resource: SpanAttributes
  }

  /// The sessions, in the order of their first entries.
  private let all: [Session]
  /// The session for items of an unknown session.
  private let unknown: Session
  private let firstSequences: [Int64]
  private let places: [String: Int]
  private let numbers: [Int64: Int]

  /// - Parameters:
  ///   - service: the app's name.
  ///   - pseudonyms: makes the identifiers of profiles that replace them.
  ///
  /// Throws the errors of reading.
  init(
    of history: History, service: String, _ profile: RedactionProfile,
    _ pseudonyms: inout Pseudonyms
  ) throws(StoreError) {
    let rows = try history.sessions().sorted { $0.firstSequence < $1.firstSequence }
    let relation = BaseRelation.all[BaseRelation.Kind.run.rawValue]
    var redaction = RowRedaction(relation, profile)
    var all: [Session] = []
    for row in rows {
      func exported(_ text: String?, _ column: String) -> RowRedaction.Value {
        let place = relation.place(of: column)
        var values = [SQLValue](repeating: .null, count: relation.columns.count)
        values[place] = SQLValue(text)
        return redaction.take(values, at: place, &pseudonyms)
      }
      let identifier = exported(row.identifier, "session_id")
      var resource = SpanAttributes()
      resource.add("service.name", service)
      resource.add("service.version", exported(row.appVersion, "app_version"))
      resource.add("session.id", identifier)
      resource.add("app.installation.id", exported(row.device, "device_id"))
      resource.add("app.build_id", exported(row.build, "build"))
      resource.add("os.description", exported(row.system, "os"))
      all.append(
        Session(
          number: row.number, identifier: identifier.text, device: Array(row.device.utf8),
          resource: resource))
    }
    self.all = all
    var resource = SpanAttributes()
    resource.add("service.name", service)
    unknown = Session(number: 0, identifier: "", device: [], resource: resource)
    firstSequences = rows.map(\.firstSequence)
    places = Dictionary(
      zip(rows.map(\.identifier), all.indices), uniquingKeysWith: { first, _ in first })
    numbers = Dictionary(
      zip(all.map(\.number), all.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The session with a number; a session that the journal does not have has no name.
  func session(_ number: Int64) -> Session { numbers[number].map { all[$0] } ?? unknown }

  /// The session with an identifier, as in a row of a relation.
  func session(called identifier: SQLValue) -> Session {
    places[identifier.text].map { all[$0] } ?? unknown
  }

  /// The session that wrote an entry. Entries before the journal's first session belong to that
  /// one, regardless of the session that mentions them, as in the names of relations.
  func session(ofEntry sequence: Int64) -> Session {
    var (low, high) = (0, firstSequences.count)
    while low < high {
      let middle = (low + high) / 2
      if firstSequences[middle] <= sequence { low = middle + 1 } else { high = middle }
    }
    return all.isEmpty ? unknown : all[max(0, low - 1)]
  }
}

extension RowRedaction.Value {
  /// The text; empty for NULL.
  var text: String {
    switch self {
    case .null: ""
    case .number(let number): "\(number)"
    case .text(let text): String(decoding: text, as: UTF8.self)
    }
  }
}

import RouteEngine
import RouteStore

/// A changed entry, as somebody who knows the format makes it: the digests of the state and of the
/// chain, and the columns of visible screens, are computed again.
struct EntryMutation: CustomStringConvertible {
  /// The sequence of the entry.
  let sequence: Int64
  /// The word for its kind.
  let kind: String
  /// The change, by column or place in the payload.
  let what: String
  private let edit: (inout [EntryRow]) -> Void

  var description: String { "\(sequence) \(kind) \(what)" }

  /// The kind and the change, without the entry.
  var family: String { "\(kind) \(what)" }

  /// All mutations of a journal's entries: each value of a column or in the payload changed and
  /// dropped, each element of a list repeated and swapped with the next one, each entry dropped,
  /// repeated and swapped with the next one.
  static func all(of rows: [EntryRow]) -> [EntryMutation] {
    rows.indices.flatMap { index in
      let row = rows[index]
      let kind = EntryKind(rawValue: row.kind)?.word ?? "\(row.kind)"
      func mutation(
        _ what: String, _ edit: @escaping (inout [EntryRow]) -> Void
      ) -> EntryMutation {
        EntryMutation(sequence: row.sequence, kind: kind, what: what, edit: edit)
      }
      var all = integers(of: row).flatMap { name, value, set in
        [(value.map { $0 ^ 1 } ?? 1, "changed"), (nil, "dropped")].compactMap { new, what in
          new == value ? nil : mutation("\(name) \(what)") { set(&$0[index], new) }
        }
      }
      all += texts(of: row).flatMap { name, value, set in
        [((value ?? "") + "x", "changed"), (nil, "dropped")].compactMap { new, what in
          new == value ? nil : mutation("\(name) \(what)") { set(&$0[index], new) }
        }
      }
      if let payload = try? JSON(parsing: row.payload, depthLimit: 256) {
        all += payload.mutations.map { place, json in
          mutation("payload\(place)") { $0[index].payload = json.canonical }
        }
        all.append(mutation("payload dropped") { $0[index].payload = [] })
      }
      all.append(mutation("entry dropped") { $0.remove(at: index) })
      all.append(mutation("entry repeated") { $0.insert($0[index], at: index) })
      if index + 1 < rows.count {
        all.append(mutation("entry swapped") { $0.swapAt(index, index + 1) })
      }
      return all
    }
  }

  /// Whether the entry has the same meaning in another form: default values can be written or left
  /// out.
  func saysTheSame(in rows: [EntryRow]) -> Bool {
    var mutated = rows
    edit(&mutated)
    guard mutated.count == rows.count else { return false }
    return zip(rows, mutated).allSatisfy { row, mutated in
      row == mutated || (try? EntryCoder.decode(row) == EntryCoder.decode(mutated)) ?? false
    }
  }

  /// The entries with the mutation, and everything that depends on them computed again, as far as
  /// they fit.
  func applied(to rows: [EntryRow], after base: JournalAnchor, with state: RouteState) -> [EntryRow]
  {
    var rows = rows
    edit(&rows)
    var state: RouteState? = state
    var last = base
    for index in rows.indices {
      rows[index].sequence = last.sequence + 1
      if var next = state, let entry = try? EntryCoder.decode(rows[index]) {
        if rows[index].screenBefore != nil, !what.hasPrefix("screen_before") {
          rows[index].screenBefore = next.tree.visibleLeaf()?.kind
        }
        let fits = (try? entry.changes.forEach { try next.apply($0, limits: .format) }) != nil
        state = fits ? next : nil
        if fits, !what.hasPrefix("state_digest") { rows[index].stateDigest = next.digest }
        if fits, rows[index].screenAfter != nil, !what.hasPrefix("screen_after") {
          rows[index].screenAfter = next.tree.visibleLeaf()?.kind
        }
      } else {
        state = nil
      }
      rows[index].chainDigest = rows[index].chainDigest(after: last.digest)
      last = JournalAnchor(sequence: rows[index].sequence, digest: rows[index].chainDigest)
    }
    return rows
  }

  private typealias Column<Value> = (
    name: String, value: Value?, set: (inout EntryRow, Value?) -> Void
  )

  private static func integers(of row: EntryRow) -> [Column<Int64>] {
    [
      ("session", row.session, { $0.session = $1 ?? 0 }),
      ("kind", row.kind, { $0.kind = $1 ?? 0 }),
      ("request", row.request, { $0.request = $1 }), ("cause", row.cause, { $0.cause = $1 }),
      ("at_us", row.atMicroseconds, { $0.atMicroseconds = $1 ?? 0 }),
      ("elapsed_us", row.elapsedMicroseconds, { $0.elapsedMicroseconds = $1 ?? -1 }),
      ("duration_us", row.durationMicroseconds, { $0.durationMicroseconds = $1 }),
      ("route_version", row.routeVersion, { $0.routeVersion = $1 }),
      ("action", row.action, { $0.action = $1 }), ("attempt", row.attempt, { $0.attempt = $1 }),
      (
        "state_digest", row.stateDigest.map { Int64(bitPattern: $0) },
        { $0.stateDigest = $1.map { UInt64(bitPattern: $0) } }
      ),
    ]
  }

  private static func texts(of row: EntryRow) -> [Column<String>] {
    [
      ("scene", row.scene, { $0.scene = $1 }),
      ("entry_point", row.entryPoint, { $0.entryPoint = $1 }),
      ("link", row.link, { $0.link = $1 }), ("route", row.route, { $0.route = $1 }),
      ("router", row.router, { $0.router = $1 }), ("variant", row.variant, { $0.variant = $1 }),
      ("outcome", row.outcome, { $0.outcome = $1 }), ("reason", row.reason, { $0.reason = $1 }),
      ("screen_before", row.screenBefore, { $0.screenBefore = $1 }),
      ("screen_after", row.screenAfter, { $0.screenAfter = $1 }),
    ]
  }
}

extension JSON {
  /// The place of a changed value, and the new value.
  fileprivate typealias Mutation = (place: String, json: JSON)

  /// This value with each one of its parts changed, dropped, repeated or swapped.
  fileprivate var mutations: [Mutation] {
    switch self {
    case .object(let members): Self.mutations(of: members)
    case .array(let elements): Self.mutations(of: elements)
    case .null: [(" changed", .bool(true))]
    case .bool(let value): [(" changed", .bool(!value))]
    case .int(let value): [(" changed", .int(value ^ 1))]
    case .double(let value): [(" changed", .double(value + 1))]
    case .string(let text): [(" changed", .string(text + "x"))]
    }
  }

  private static func mutations(of members: [Member]) -> [Mutation] {
    var mutations: [Mutation] = []
    for (index, member) in members.enumerated() {
      var dropped = members
      dropped.remove(at: index)
      mutations.append((".\(member.name) dropped", JSON.object(dropped)))
      for (place, value) in member.value.mutations {
        var changed = members
        changed[index].value = value
        mutations.append((".\(member.name)\(place)", JSON.object(changed)))
      }
    }
    return mutations
  }

  private static func mutations(of elements: [JSON]) -> [Mutation] {
    var mutations: [Mutation] = []
    for (index, element) in elements.enumerated() {
      for (place, value) in element.mutations {
        var changed = elements
        changed[index] = value
        mutations.append(("[]\(place)", JSON.array(changed)))
      }
      var (dropped, repeated, swapped) = (elements, elements, elements)
      dropped.remove(at: index)
      repeated.insert(element, at: index)
      mutations.append(("[] dropped", JSON.array(dropped)))
      mutations.append(("[] repeated", JSON.array(repeated)))
      if index + 1 < elements.count, element != elements[index + 1] {
        swapped.swapAt(index, index + 1)
        mutations.append(("[] swapped", JSON.array(swapped)))
      }
    }
    return mutations
  }
}

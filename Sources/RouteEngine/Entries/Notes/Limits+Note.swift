/// What a session's first entry says of the bounds it runs with, so that its requests can be
/// decided again: those that are not the standard ones, such as `depth=32 redirects=2`.
extension Limits {
  /// The note's name.
  package static var note: String { "limits" }

  /// The note's value; nil when all bounds are the standard ones.
  package var note: ParameterValue? {
    let others = Self.fields.filter {
      self[keyPath: $0.field] != Limits.standard[keyPath: $0.field]
    }
    guard !others.isEmpty else { return nil }
    return .string(others.map { "\($0.name)=\(self[keyPath: $0.field])" }.joined(separator: " "))
  }

  /// The bounds of a session that began with these notes, within those of the format; bounds that
  /// this version does not know are passed over.
  package init(notes: Parameters) {
    self = .standard
    guard case .string(let text)? = notes[Self.note] else { return }
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[1]),
        let field = Self.fields.first(where: { $0.name.utf8.elementsEqual(parts[0].utf8) })?.field
      else { continue }
      self[keyPath: field] = number
    }
    self = withinFormat
  }
}

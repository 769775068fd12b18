/// The parameters of a kind and their sources.
struct ParameterSlots: Sendable {
  private struct Slot: Sendable {
    let entry: ParameterSchema.Entry
    let source: ParameterSource
  }

  /// A slot in the form that binding uses. It contains no references, so a walk over the slots
  /// retains nothing.
  private struct Binding: Sendable {
    /// The name with its length, as a range of ``texts``.
    let name: Range<Int>
    /// The name in the request with its length, or a constant with its tag: a range of ``texts``.
    let source: Range<Int>
    let isConstant: Bool
    let isOptional: Bool
    /// The value of a missing parameter with its tag: a range of ``texts``.
    let missing: Range<Int>?
    let tags: AcceptedTags
  }

  private let kind: String
  /// One slot for each parameter of the kind, sorted by the bytes of the names.
  private let slots: [Slot]
  private let bindings: [Binding]
  private let texts: [UInt8]
  /// The most bytes that the names, the constants and the number of parameters take.
  private let ownSize: Int
  /// The most slots that one parameter of the request supplies.
  private let repeats: Int
  /// Whether each parameter comes from the request's parameter of the same name.
  private let isPlain: Bool

  init(_ name: String, _ kind: DeclaredKind?, _ parameters: Bindings) {
    let slots = (kind?.declaration.schema.entries ?? []).map { entry in
      Slot(entry: entry, source: parameters[entry.name] ?? .request(entry.name))
    }
    self.init(kind: name, slots: slots)
  }

  /// A copy that has only the slots of these parameters.
  func only(_ names: [String]) -> ParameterSlots {
    let wanted = Set(names)
    return ParameterSlots(kind: kind, slots: slots.filter { wanted.contains($0.entry.name) })
  }

  private init(kind: String, slots: [Slot]) {
    var (texts, bindings) = ([UInt8](), [Binding]())
    func add(_ bytes: some Sequence<UInt8>) -> Range<Int> {
      let start = texts.count
      texts += bytes
      return start..<texts.count
    }
    for slot in slots {
      let name = add(ParameterName(slot.entry.name).bytes)
      let isConstant: Bool
      let source: Range<Int>
      var tags = AcceptedTags(of: slot.entry.type)
      switch slot.source {
      case .request(let wanted): (isConstant, source) = (false, add(ParameterName(wanted).bytes))
      case .constant(let value):
        (isConstant, source) = (true, add(Parameters("", value).bytes.dropFirst(16)))
        tags = slot.entry.type.accepts(value) ? .all : .none
      }
      let missing = slot.entry.missingValue.map { add(Parameters("", $0).bytes.dropFirst(16)) }
      bindings.append(
        Binding(
          name: name, source: source, isConstant: isConstant, isOptional: slot.entry.isOptional,
          missing: missing, tags: tags))
    }
    (self.kind, self.slots, self.bindings, self.texts) = (kind, slots, bindings, texts)
    ownSize = 8 + texts.count
    var (counts, most) = ([ParameterSource: Int](), 0)
    for slot in slots {
      let count = (counts[slot.source] ?? 0) + 1
      counts[slot.source] = count
      most = max(most, count)
    }
    repeats = most
    isPlain = slots.allSatisfy { $0.source == .request($0.entry.name) }
  }

  var needs: [(kind: String, name: String, source: String)] {
    slots.compactMap { slot in
      guard slot.entry.isRequired, case .request(let source) = slot.source else { return nil }
      return (kind, slot.entry.name, source)
    }
  }

  /// The request's parameters that lead to these parameters of the screen; nil when none do.
  func request(for screen: Parameters) -> Parameters? {
    var request: Parameters = [:]
    for slot in slots {
      let wanted = screen[slot.entry.name]
      switch slot.source {
      case .constant(let value): guard value == wanted else { return nil }
      case .request(let name):
        guard let wanted else { continue }
        guard request[name] == nil || request[name] == wanted else { return nil }
        request[name] = wanted
      }
    }
    // A parameter that the screen lacks would get the value of another one with the same source.
    for slot in slots where screen[slot.entry.name] == nil {
      if case .request(let name) = slot.source, request[name] != nil { return nil }
    }
    return request
  }
}

extension ParameterSlots {
  /// The parameters of a screen, from those of a request.
  ///
  /// - Throws: ``PreparationError`` when a required one is missing or one has another type.
  func parameters(from request: Parameters) throws(PreparationError) -> Parameters {
    guard !slots.isEmpty else { return Parameters() }
    if isPlain, isWhole(request) { return request }
    var refused: Int?
    let bound = Parameters(atMost: ownSize + repeats * request.bytes.count) { room in
      unsafe texts.withUnsafeBytes { texts in
        unsafe request.bytes.withUnsafeBytes { brought in
          for index in bindings.indices {
            switch unsafe taken(index, from: request, brought, texts) {
            case .value(let bytes, let isOwn):
              unsafe room.name(counted: texts.part(bindings[index].name))
              let source = unsafe isOwn ? texts : brought
              unsafe room.value(tagged: source.part(bytes))
            case .nothing: break
            case .refused:
              refused = index
              return room.giveUp()
            }
          }
        }
      }
    }
    guard let refused else { return bound }
    throw mistake(refused, in: request)
  }

  /// Whether the request has exactly the parameters of the slots; these are then shared and not
  /// copied.
  @inline(__always)
  private func isWhole(_ request: Parameters) -> Bool {
    unsafe texts.withUnsafeBytes { texts in
      unsafe request.bytes.withUnsafeBytes { request in
        var offset = 8
        for index in bindings.indices {
          guard offset < request.count else { return false }
          let place = unsafe ParameterPlace(at: offset, in: request)
          let name = unsafe texts.part(bindings[index].name)
          guard unsafe request.part(place.start..<place.value).hasSameBytes(as: name),
            unsafe bindings[index].tags.contain(request[place.value]) == true
          else { return false }
          offset = place.end
        }
        return offset == request.count
      }
    }
  }

  /// The bytes that a slot takes.
  private enum Taken {
    /// A value with its tag: a range of ``texts`` if `isOwn`, else of the request's parameters.
    case value(Range<Int>, isOwn: Bool)
    /// The parameter is optional and missing.
    case nothing
    case refused
  }

  @inline(__always)
  private func taken(
    _ index: Int, from request: Parameters, _ brought: UnsafeRawBufferPointer,
    _ texts: UnsafeRawBufferPointer
  ) -> Taken {
    let binding = bindings[index]
    guard !binding.isConstant else {
      return binding.tags == .all ? .value(binding.source, isOwn: true) : .refused
    }
    let name = unsafe texts.part(binding.source)
    guard let place = unsafe ParameterPlace(counted: name, in: brought) else {
      if let missing = binding.missing { return .value(missing, isOwn: true) }
      return binding.isOptional ? .nothing : .refused
    }
    let isAccepted = unsafe binding.tags.contain(brought[place.value])
    guard isAccepted ?? slots[index].entry.type.accepts(request.value(at: place)) else {
      return .refused
    }
    return .value(place.taggedValue, isOwn: false)
  }

  private func mistake(_ index: Int, in request: Parameters) -> PreparationError {
    let entry = slots[index].entry
    let found =
      switch slots[index].source {
      case .constant(let value): Optional(value)
      case .request(let name): request[name]
      }
    let told = found.map { ", not \($0.notation)" } ?? ""
    return PreparationError(
      kind: kind, parameter: entry.name, expected: "\(entry.type)\(told)")
  }
}

/// The tags of a type's values. Usually the tag alone shows whether a value is of the type.
private struct AcceptedTags: Equatable, Sendable {
  /// Bits for the tags whose values are all of the type.
  private let ofType: UInt8
  /// Bits for the tags whose values have to be examined.
  private let inDoubt: UInt8

  /// Accepts every value, or none.
  static let all = AcceptedTags(ofType: 0xFF, inDoubt: 0)
  static let none = AcceptedTags(ofType: 0, inDoubt: 0)

  private init(ofType: UInt8, inDoubt: UInt8) { (self.ofType, self.inDoubt) = (ofType, inDoubt) }

  /// The tags of values that ``ParameterSchema/ParameterType/accepts(_:)`` accepts.
  init(of type: ParameterType) {
    typealias Tag = ParameterValue.Tag
    func bits(_ tags: UInt8...) -> UInt8 { tags.reduce(0) { $0 | 1 << $1 } }
    (ofType, inDoubt) =
      switch type {
      case .int: (bits(Tag.int, Tag.token), 0)
      case .double: (bits(Tag.double, Tag.token), 0)
      case .bool: (bits(Tag.bool, Tag.token), 0)
      case .string: (bits(Tag.string, Tag.token), 0)
      case .intWithin: (bits(Tag.token), bits(Tag.int))
      case .date: (bits(Tag.token), bits(Tag.double))
      case .uuid: (bits(Tag.token), bits(Tag.string))
      case .oneOf: (bits(Tag.token), bits(Tag.int, Tag.double, Tag.bool, Tag.string))
      case .list, .json: (bits(Tag.token), bits(Tag.structure))
      }
  }

  /// Whether values with a tag are of the type; nil when the value has to be examined.
  @inline(__always)
  func contain(_ tag: UInt8) -> Bool? {
    inDoubt & (1 &<< tag) != 0 ? nil : ofType & (1 &<< tag) != 0
  }
}

import RouteEngine
import Testing

/// Types that encode and decode themselves in the ways that `Codable` allows.
@Suite struct HandwrittenCodingTests {
  private struct Money: Codable, Hashable {
    var amount: Int
    var currency: String
  }

  /// A price without an object of its own: its members lie beside the tax.
  private struct Price: Codable, Hashable {
    var net: Money
    var tax: Int

    enum CodingKeys: String, CodingKey { case tax }

    init(net: Money, tax: Int) { (self.net, self.tax) = (net, tax) }

    init(from decoder: any Decoder) throws {
      net = try Money(from: decoder)
      tax = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .tax)
    }

    func encode(to encoder: any Encoder) throws {
      try net.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tax, forKey: .tax)
    }
  }

  private struct Offer: ScreenKind { var price: Price }
  private struct Basket: ScreenKind { var offers: [Offer] }

  @Test func `a value that asks its encoder for two containers keeps both`() throws {
    let offer = Offer(price: Price(net: Money(amount: 7, currency: "EUR"), tax: 19))
    let parameters = try Parameters(encoding: offer)
    #expect(parameters.notation == #"price: {"amount":7,"currency":"EUR","tax":19}"#)
    #expect(try parameters.decode(Offer.self) == offer)
    let basket = Basket(offers: [offer])
    #expect(try Parameters(encoding: basket).decode(Basket.self) == basket)
  }

  /// A place whose parts are written one after the other into one object and one list.
  private struct Place: ScreenKind {
    var x: Int
    var y: Int

    enum CodingKeys: String, CodingKey { case at, list }
    enum Axis: String, CodingKey { case x, y }

    init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let at = try container.nestedContainer(keyedBy: Axis.self, forKey: .at)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      x = try at.decode(Int.self, forKey: .x)
      _ = try list.decode(Int.self)
      y = try list.decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      for (axis, value) in [(Axis.x, x), (.y, y)] {
        var at = container.nestedContainer(keyedBy: Axis.self, forKey: .at)
        try at.encode(value, forKey: axis)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode(value)
      }
    }
  }

  private struct Journey: ScreenKind { var to: Place }

  @Test func `a nested container that is asked for again is the one that has begun`() throws {
    let place = Place(x: 1, y: 2)
    let parameters = try Parameters(encoding: place)
    #expect(parameters.notation == #"at: {"x":1,"y":2}, list: [1,2]"#)
    #expect(try parameters.decode(Place.self) == place)
    let journey = Journey(to: place)
    #expect(try Parameters(encoding: journey).decode(Journey.self) == journey)
  }

  private struct Wrapper: Encodable { var inner = Overridden() }

  private struct Overridden: Encodable {
    enum CodingKeys: String, CodingKey { case type }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("general", forKey: .type)
      try container.encode("special", forKey: .type)
    }
  }

  @Test func `of two values under one key the last one counts at every depth`() throws {
    #expect(try Parameters(encoding: Overridden()) == ["type": "special"])
    let inside = try Parameters(encoding: Wrapper())
    #expect(inside.notation == #"inner: {"type":"special"}"#)
  }

  /// Properties that are given the encoder and the decoder of their key.
  private struct Seat: ScreenKind {
    var row: Int
    var letter: String?
    var price: Money

    enum CodingKeys: String, CodingKey { case row, letter, price }

    init(row: Int, letter: String?, price: Money) {
      (self.row, self.letter, self.price) = (row, letter, price)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      row = try Int(from: container.superDecoder(forKey: .row))
      letter = try String?(from: container.superDecoder(forKey: .letter))
      price = try Money(from: container.superDecoder(forKey: .price))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try row.encode(to: container.superEncoder(forKey: .row))
      try letter.encode(to: container.superEncoder(forKey: .letter))
      try price.encode(to: container.superEncoder(forKey: .price))
    }
  }

  @Test func `the decoder of a key reads a number, a text and an object`() throws {
    for letter in ["B", nil] {
      let seat = Seat(row: 7, letter: letter, price: Money(amount: 1, currency: "EUR"))
      #expect(try Parameters(encoding: seat).decode(Seat.self) == seat)
    }
    let schema = try ParameterSchema(of: Seat.self)
    #expect(
      schema.entries.map { "\($0.name): \($0.text)" } == [
        "letter: string?", "price: json", "row: int",
      ])
    #expect(Seat.parameterName(of: \.row) == "row")
  }

  private struct Note: Codable, Hashable {
    var text: String?

    enum CodingKeys: String, CodingKey { case text }

    init(text: String?) { self.text = text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      text = try container.decode(String?.self, forKey: .text)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if let text {
        try container.encode(text, forKey: .text)
      } else {
        try container.encodeNil(forKey: .text)
      }
    }
  }

  private struct Page: ScreenKind { var note: Note }

  @Test func `a nil that is encoded by hand comes back at every depth`() throws {
    #expect(try Parameters(encoding: Note(text: nil)).decode(Note.self) == Note(text: nil))
    for page in [Page(note: Note(text: nil)), Page(note: Note(text: ""))] {
      #expect(try Parameters(encoding: page).decode(Page.self) == page)
    }
    let empty = try #require(ParameterValue.Structure(json: "{}"))
    #expect(throws: ParameterCodingError.shape(name: "price")) {
      try (["price": .structure(empty)] as Parameters).decode(Offer.self)
    }
  }
}

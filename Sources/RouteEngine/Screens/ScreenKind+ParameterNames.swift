extension ScreenKind {
  /// The name of the parameter that a property stands for, which is its coding key. It is found by
  /// comparing two made-up screens that differ in one parameter only.
  ///
  /// ```swift
  /// Product.parameterName(of: \.id)  // "id"
  /// ```
  ///
  /// - Parameter property: a stored property.
  /// - Returns: the name. When it cannot be found, because no two values of the property's type can
  ///   be made up or the property is computed from several, it is the property as written,
  ///   `\Product.note`. No kind declares such a name, so the table's mistakes say so, and how to
  ///   give the name instead; <doc:destinations> lists the types.
  public static func parameterName(of property: PartialKeyPath<Self>) -> String {
    do throws(ParameterCodingError) {
      let findings = ParameterFindings(kind: kind)
      let screen = try findings.madeUp(Self.self)
      let names = findings.entries.map(\.name).filter { name in
        let probe = ParameterProbe(findings: findings, varied: name)
        // A type that refuses the other value tells nothing about the property.
        guard let other = try? Self(from: probe) else { return false }
        return screen.value(of: property) != other.value(of: property)
      }
      return names.count == 1 ? names[0] : words(of: property)
    } catch {
      return words(of: property)
    }
  }

  /// The property as written; of a computed property only that it is computed.
  private static func words(of property: PartialKeyPath<Self>) -> String {
    let words = String(describing: property)
    return words.utf8.contains(UInt8(ascii: "<")) ? "\\\(Self.self).<computed>" : words
  }

  private func value(of property: PartialKeyPath<Self>) -> AnyHashable? {
    self[keyPath: property] as? AnyHashable
  }
}

extension ScreenKind {
  /// The name of the parameter that a property is, its coding key's: two made-up screens that
  /// differ in one parameter alone differ in that property.
  ///
  /// ```swift
  /// Product.parameterName(of: \.id)  // "id"
  /// ```
  ///
  /// - Parameter property: a stored property.
  /// - Returns: where the name cannot be found out, because no two values of the property's type
  ///   can be made up or it is computed from several, the property as it is written,
  ///   `\Product.note`. No kind declares such a name, so that the table it stands in says so, and
  ///   how to give the name instead; <doc:destinations> has the types.
  public static func parameterName(of property: PartialKeyPath<Self>) -> String {
    do throws(ParameterCodingError) {
      let findings = ParameterFindings(kind: kind)
      let screen = try findings.madeUp(Self.self)
      let names = findings.entries.map(\.name).filter { name in
        let probe = ParameterProbe(findings: findings, varied: name)
        // One that refuses the other value says nothing of the property.
        guard let other = try? Self(from: probe) else { return false }
        return screen.value(of: property) != other.value(of: property)
      }
      return names.count == 1 ? names[0] : words(of: property)
    } catch {
      return words(of: property)
    }
  }

  /// The property as it is written; of a computed one nothing is known but that.
  private static func words(of property: PartialKeyPath<Self>) -> String {
    let words = String(describing: property)
    return words.utf8.contains(UInt8(ascii: "<")) ? "\\\(Self.self).<computed>" : words
  }

  private func value(of property: PartialKeyPath<Self>) -> AnyHashable? {
    self[keyPath: property] as? AnyHashable
  }
}

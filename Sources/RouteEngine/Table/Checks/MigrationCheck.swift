/// Finds mistakes in the declared migrations of kinds.
enum MigrationCheck {
  static func problems(of screens: [ScreenDeclaration]) -> [(field: String, message: String)] {
    var problems: [(field: String, message: String)] = []
    var taken: [String: String] = [:]
    let declared = Dictionary(
      screens.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })
    for screen in screens {
      let field = "screens.\(screen.kind)"
      if screen.version < 1 || screen.version > Int(Int32.max) {
        problems.append(("\(field).version", "expected a version from 1 on, in 32 bits"))
      }
      for (index, migration) in screen.migrations.enumerated() {
        let place = "\(field).migrations[\(index)]"
        let kind = migration.formerKind ?? screen.kind
        if migration.from < 1 || migration.from >= screen.version {
          problems.append(
            ("\(place).from", "expected a version before \(screen.version), the one declared"))
        }
        if !Name.isValid(kind) { problems.append(("\(place).kind", "\"\(kind)\" is no name")) }
        if let declared = declared[kind],
          declared.version <= migration.from
        {
          problems.append(
            (
              "\(place).from",
              "\(kind) is declared in version \(declared.version): nothing leads on from "
                + "\(migration.from)"
            ))
        }
        if let other = taken.updateValue(place, forKey: "\(kind) \(migration.from)") {
          problems.append(("\(place).from", "\(other) starts from the same version"))
        }
      }
    }
    return problems
  }
}

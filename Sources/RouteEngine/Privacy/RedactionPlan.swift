import RouteStore

/// The rows that a redaction deletes from a journal.
package struct RedactionPlan {
  let redaction: Redaction
  let result: Redaction.Result
  /// The rows to be deleted: single values, and principals whose keys are deleted together with all
  /// of their remaining values. The journal itself is one of these principals.
  private(set) var retention = Retention()

  /// A plan that was carried out, as an entry records it.
  package init(told redaction: Redaction, _ result: Redaction.Result) {
    (self.redaction, self.result) = (redaction, result)
  }

  var isEmpty: Bool { result.values + result.keys == 0 }

  init(_ redaction: Redaction, _ journal: Journal) throws(StoreError) {
    self.init(redaction, of: try journal.vaultValues(), try journal.vaultPrincipals())
  }

  /// - Parameters:
  ///   - stored: all values.
  ///   - keys: the owners of the stored keys.
  init(_ redaction: Redaction, of stored: [VaultValue], _ keys: [String]) {
    self.redaction = redaction
    var left: [[UInt8]: Int] = [:]
    var values = 0
    var touched: Set<[UInt8]> = []
    for value in stored {
      let owner = Array(value.principal.utf8)
      if redaction.covers(value) {
        values += 1
        touched.insert(owner)
        if !redaction.coversKey(of: value.principal) {
          retention.forgottenValues.append(value.place)
        }
      } else {
        left[owner, default: 0] += 1
      }
    }
    let principals = keys.filter { principal in
      let owner = Array(principal.utf8)
      return !PrivateValues.isJournal(principal)
        && (redaction.coversKey(of: principal) || touched.contains(owner) && left[owner] == nil)
    }
    let own = keys.filter(PrivateValues.isJournal)
    let isOnlyOwn = redaction == .all && values == 0 && principals.isEmpty
    result = Redaction.Result(values: values, keys: isOnlyOwn ? own.count : principals.count)
    retention.forgottenPrincipals = principals + own
  }
}

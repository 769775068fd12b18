package import RouteStore

extension History {
  /// Defines the relations and questions of this version for later queries, see
  /// ``query(_:bounds:columns:row:)``: they hide items of the file with the same names.
  package func showViews() throws(StoreError) {
    try define(temporaryViews: RelationView.all.lazy.map(\.temporary))
  }
}

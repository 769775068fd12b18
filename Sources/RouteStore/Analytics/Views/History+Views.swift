package import RouteStore

extension History {
  /// Defines the relations and questions of this version for the queries that follow, see
  /// ``query(_:bounds:columns:row:)``: they hide what the file has under their names.
  package func showViews() throws(StoreError) {
    try define(temporaryViews: RelationView.all.lazy.map(\.temporary))
  }
}

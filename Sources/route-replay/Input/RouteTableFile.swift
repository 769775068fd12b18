import RouteEngine

extension RouteTable {
  /// The most bytes of a table file.
  private static let longestFile = 4 * 1024 * 1024

  /// Reads a table file, or standard input for `-`.
  ///
  /// - Throws: with status `unreadable` when the file cannot be read, and with status `usage` for
  ///   mistakes in it, one line each: `path:line:column: field: message`.
  static func read(_ path: String) throws(CommandFailure) -> RouteTable {
    let bytes = try bytes(of: path)
    do throws(RouteTableMistakes) {
      return try RouteTable(json: bytes)
    } catch {
      let lines =
        error.mistakes.map { "\(path):\($0.description)" } + (error.rest.map { [$0] } ?? [])
      throw CommandFailure.usage(
        "the route table has \(counted(error.count, "mistake")):\n"
          + lines.joined(separator: "\n"))
    }
  }

  /// Reads a table file if one is given; nil without a path.
  static func read(_ path: String?) throws(CommandFailure) -> RouteTable? {
    guard let path else { return nil }
    return try read(path)
  }

  /// The bytes of a table file, or of another file with the same bound.
  ///
  /// - Parameter other: the content of the file; nil for a table.
  static func bytes(
    of path: String, _ other: String? = nil
  ) throws(CommandFailure) -> [UInt8] {
    let content = other ?? "a route table"
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try readWhole(path, limit: longestFile + 1)
    } catch {
      throw error.failure
    }
    guard !bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
      let hint =
        ". A journal is given as the command's FILE; "
        + inQuotes("route-replay routes \(pathForShell(path))")
        + " prints the table that it recorded"
      throw CommandFailure.usage(
        "'\(path)' is an SQLite file, where \(content) belongs" + (other == nil ? hint : ""))
    }
    if bytes.count <= longestFile { return bytes }
    throw CommandFailure.usage("'\(path)' has more than the \(longestFile) bytes of \(content)")
  }
}

/// The bytes of a file, or of standard input for `-`; no more than `limit`.
func readWhole(_ path: String, limit: Int) throws(InputError) -> [UInt8] {
  let file = try InputFile(path)
  var bytes: [UInt8] = []
  while bytes.count < limit {
    let part = try file.next(min(64 * 1024, limit - bytes.count))
    if part.isEmpty { break }
    bytes += part
  }
  return bytes
}

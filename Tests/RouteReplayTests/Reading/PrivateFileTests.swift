import Foundation
import Testing

/// The permissions of a journal, and of the files beside it, do not depend on the process's mask.
@Suite struct `A new journal` {
  let place = Workplace()

  @Test(arguments: ["000", "022", "077", "277", "777"])
  func `is its owner's alone, whatever the mask is`(mask: String) throws {
    place.write("routes.json", Workplace.table)
    place.write("links.txt", Workplace.links)
    let result = try place.shell(
      """
      umask \(mask)
      "$1" record --journal app.journal --routes routes.json links.txt > /dev/null || exit 9
      ls -l app.journal*
      """
    ).expect(0)
    #expect(result.lines.contains { $0.hasSuffix(" app.journal") }, "\(result)")
    for line in result.lines { #expect(line.hasPrefix("-rw-------"), "\(line)") }
  }

  @Test func `has a log and a lock beside it that are its owner's alone`() throws {
    let host = Workplace.program.deletingLastPathComponent().appending(path: "first")
    let result = try place.shell(
      """
      umask 000; mkfifo words
      '\(host.path)' < words > said &
      exec 3> words; echo /products/7 >&3
      for try in $(seq 1000); do [ -s first.sqlite-wal ] && break; sleep 0.01; done
      ls -l first.sqlite*
      exec 3>&-; wait $!
      """)
    let names = Set(result.lines.compactMap { $0.split(separator: " ").last.map(String.init) })
    let wanted = ["", "-wal", "-shm", "-lock"].map { "first.sqlite\($0)" }
    #expect(names.isSuperset(of: wanted), "\(result)")
    for line in result.lines { #expect(line.hasPrefix("-rw-------"), "\(line)") }
  }
}

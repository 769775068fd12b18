import Foundation
import Testing

@testable import RouteReplayProgram

@Suite struct `Reading an input` {
  /// Calls `body` with a file in a folder of its own, which is removed afterwards.
  private func withFile<Result>(
    _ bytes: [UInt8], _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "input")
    try Data(bytes).write(to: file)
    return try body(file.path)
  }

  private func lines(_ bytes: [UInt8], longest: Int = 100) throws -> [InputLine] {
    try withFile(bytes) { path in
      var reader = try InputLines(path: path, longestLine: longest)
      var lines: [InputLine] = []
      while let line = try reader.next() { lines.append(line) }
      return lines
    }
  }

  @Test func `lines are numbered, and the last one needs no line end`() throws {
    #expect(
      try lines(Array("a\n\nb".utf8)) == [.whole(1, [0x61]), .whole(2, []), .whole(3, [0x62])])
    #expect(try lines(Array("a\n".utf8)) == [.whole(1, [0x61])])
    #expect(try lines([]) == [])
  }

  @Test func `a line may span many chunks`() throws {
    let long = [UInt8](repeating: 0x78, count: 200_000)
    let read = try lines(long + [0x0A] + long, longest: 200_000)
    #expect(read == [.whole(1, long), .whole(2, long)])
  }

  @Test func `a line that is too long is refused with its number and the next one read`() throws {
    let long = [UInt8](repeating: 0x78, count: 10_000_000)
    let read = try lines([0x61, 0x0A] + long + [0x0A, 0x62], longest: 1024)
    #expect(read == [.whole(1, [0x61]), .tooLong(2), .whole(3, [0x62])])
  }

  @Test func `a line without an end is refused as soon as it is too long`() throws {
    var reader = try InputLines(path: "/dev/zero", longestLine: 1024)
    let line = try reader.next()
    #expect(line == .tooLong(1))
  }

  @Test func `a line that goes on after its bound ends the reading`() throws {
    var reader = try InputLines(path: "/dev/zero", longestLine: 1024, longestSkipped: 200_000)
    let line = try reader.next()
    #expect(line == .tooLong(1))
    do throws(InputError) {
      _ = try reader.next()
      Issue.record("the reading goes on")
    } catch {
      #expect(error == .endless("/dev/zero", line: 1, bytes: 200_000))
      #expect(error.message.contains("line 1 goes on after 200000 bytes"))
      #expect(error.failure.status == .unreadable)
    }
  }

  @Test func `an input that cannot be read is named`() {
    #expect(throws: InputError.cannotOpen("/no/such", "No such file or directory")) {
      _ = try LinkList(path: "/no/such")
    }
    #expect(throws: InputError.cannotRead("/", "Is a directory")) { _ = try LinkList(path: "/") }
  }

  @Test func `a list of links has comments, empty lines and spaces`() throws {
    let text = "\u{FEFF}app:/a\r\n# no link\n\n  https://x.org/b#c \n"
    let list = try withFile(Array(text.utf8) + [0xFF, 0x0A]) { path in try LinkList(path: path) }
    #expect(list.links == ["app:/a", "https://x.org/b#c"])
    #expect(list.lines.bytes == Array("\u{FEFF}app:/a\r\n  https://x.org/b#c ".utf8))
    #expect(list.problems.map(\.message) == ["line 5: is not UTF-8; save the list as UTF-8"])
  }

  @Test func `a list of objects may begin with a byte order mark`() throws {
    let text = "\u{FEFF}{\"link\": \"/a\"}\n{\"link\": \"/b\"}\n"
    let list = try withFile(Array(text.utf8)) { path in try JSONLineList(path: path) }
    #expect(list.items.map(\.link) == ["/a", "/b"] && list.problems.isEmpty)
  }

  @Test func `an object that has a member twice is left out`() throws {
    let text = #"{"link": "/a", "link": "/b"}"# + "\n" + #"{"link": "/c", "id": "1"}"# + "\n"
    let list = try withFile(Array(text.utf8)) { path in try JSONLineList(path: path) }
    #expect(list.items.map(\.link) == ["/c"])
    #expect(list.problems.map(\.message) == ["line 1: has 'link' more than once; give it once"])
  }

  @Test func `a list with an endless line is still read`() throws {
    let endless = [UInt8](repeating: 0x61, count: InputLines.longestLine + 1)
    let list = try withFile(endless + Array("\napp:/b".utf8)) { path in try LinkList(path: path) }
    #expect(list.links == ["app:/b"])
    #expect(
      list.problems.map(\.message)
        == ["line 1: has more than the 1048576 bytes allowed; cut or remove it"])
  }
}

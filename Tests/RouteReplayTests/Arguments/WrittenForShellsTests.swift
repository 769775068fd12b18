import Foundation
import Testing

@testable import RouteReplayProgram

/// The completions and the manual page, of the sample and of the program itself.
@Suite struct `Completions and the manual page` {
  private static let programs = [SampleProgram.program, ReplayProgram.program()]

  private func script(of program: Program, for shell: Shell) -> String {
    switch shell {
    case .bash: program.bashCompletion()
    case .zsh: program.zshCompletion()
    case .fish: program.fishCompletion()
    }
  }

  /// The lines of a script about one command; nil: about the part before any command.
  private func part(of script: String, for shell: Shell, about command: String?) -> String {
    let lines = script.split(separator: "\n").map(String.init)
    let mark = command ?? "*"
    return switch shell {
    case .bash: lines.filter { $0.contains(" \(mark)) ") }.joined(separator: "\n")
    case .zsh where command == nil:
      lines.prefix { !$0.contains("case \"$state\"") }.joined(separator: "\n")
    case .zsh:
      lines.drop { $0 != "        \(mark))" }.prefix { !$0.hasSuffix(";;") }
        .joined(separator: "\n")
    case .fish:
      lines.filter { line in
        guard let command else { return line.contains("-n __fish_use_subcommand") }
        return line.contains("'__fish_seen_subcommand_from \(command)'")
      }.joined(separator: "\n")
    }
  }

  @Test(arguments: Shell.allCases)
  func `completions know every command, and each option at its command`(shell: Shell) {
    for program in Self.programs {
      let script = script(of: program, for: shell)
      for command in program.commands {
        #expect(part(of: script, for: shell, about: nil).contains(command.name) || shell == .bash)
        #expect(script.contains(command.name))
        let own = part(of: script, for: shell, about: command.name)
        for shape in command.options.map(\.shape) {
          let written = shell == .fish ? "-l \(shape.name) " : shape.dashed
          #expect(own.contains(written), "\(command.name) \(written)")
          for choice in shape.kind.choices { #expect(script.contains(choice)) }
        }
      }
      let leading = part(of: script, for: shell, about: nil)
      for shape in CommonOptions.leading.map(\.shape) {
        let written = shell == .fish ? "-l \(shape.name) " : shape.dashed
        #expect(leading.contains(written), "\(written)")
      }
    }
    let sample = script(of: SampleProgram.program, for: shell)
    #expect(sample.contains("text json jsonl csv"))
    #expect(sample.contains("outcomes paths"))
  }

  /// A text of the page with escaped hyphens, which roff would interpret.
  private func escaped(_ text: String) -> String { text.replacing("-", with: "\\-") }

  @Test func `the manual page knows every command, option, argument and exit status`() {
    for program in Self.programs {
      let page = program.manualPage()
      let sections = page.components(separatedBy: ".SS ")
      let others = program.commands.filter { !program.isFallback($0) }
      for command in [program.fallback].compactMap(\.self) + others {
        let own = sections.filter { $0.hasPrefix("\"\(escaped(command.name))\"") }
        #expect(own.count == 1, "\(command.name)")
        for shape in command.options.map(\.shape) {
          let text = shape.isCommon ? sections[0] : own.first ?? ""
          let written = escaped(shape.dashed)
          #expect(text.contains(written), "\(command.name) \(written)")
        }
        for shape in command.arguments.map(\.shape) {
          #expect(own.first?.contains(".I \(shape.name)\n") == true)
        }
      }
      for status in ExitStatus.allCases { #expect(page.contains(".B \(status.rawValue)\n")) }
    }
    let sample = SampleProgram.program.manualPage()
    #expect(sample.hasPrefix(".TH ROUTE-REPLAY 1 2026-01-02 \"route-replay 1.2.3\"\n.SH NAME\n"))
    #expect(sample.contains("it\\(aqs gentle"))
  }
}

#if canImport(SwiftUI)
import Foundation
public import SwiftUI

/// A view for the app's developers that shows the contents of its session: the journal's health,
/// the tree, waiting requests, pending actions, and the last entries. Its button makes the report
/// copy, for sharing.
///
/// ```swift
/// .sheet(isPresented: $showsRoutes) { RouteDebugView(shop) }
/// ```
///
/// The app presents it by a binding of its own. It is not a screen of the session, so it changes
/// nothing there. The lines are those of ``RouteSession/Inspection/sections``, with private values
/// as tokens. tvOS has no sharing: there the view ends with the entries.
@MainActor
public struct RouteDebugView: View {
  @ObservedObject private var observed: ObservedSession
  @State private var copy: URL?
  @State private var problem: String?
  private let entries: Int

  /// Shows a session.
  ///
  /// - Parameters:
  ///   - observed: the session as SwiftUI observes it.
  ///   - entries: the number of the last entries to show.
  public init(_ observed: ObservedSession, entries: Int = 50) {
    _observed = ObservedObject(wrappedValue: observed)
    self.entries = entries
  }

  /// A list with a section for each part.
  public var body: some View {
    List {
      ForEach(RouteSession.Inspection(of: observed.session, entries: entries).sections) { part in
        Section {
          ForEach(part.lines) { line($0) }
        } header: {
          Text(part.title)
        }
      }
      #if !os(tvOS)
      Section {
        Button("Make a report copy") { makeCopy() }
        if let copy { ShareLink(items: [copy]) }
        if let problem { Text(problem).foregroundStyle(Color.red) }
      } header: {
        Text("Report copy")
      }
      #endif
    }
  }

  private func line(_ line: RouteSession.Inspection.Line) -> some View {
    let text = Text(line.text).font(.caption2.monospaced()).bold(line.emphasis == .strong)
      .foregroundStyle(line.emphasis.color)
    #if os(tvOS)
    return text.focusable()  // on tvOS, a list scrolls to the focused row
    #else
    return text
    #endif
  }

  #if !os(tvOS)
  /// Writes the report copy to the folder for temporary files.
  private func makeCopy() {
    let newest =
      RouteSession.Inspection(of: observed.session, entries: 1).entries.first?.sequence ?? 0
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("report-\(newest).sqlite")
    (copy, problem) = (nil, nil)
    // An earlier copy with this name is replaced; usually there is none.
    try? FileManager.default.removeItem(at: file)
    do {
      try observed.session.writeReportCopy(to: file.path)
      copy = file
    } catch {
      problem = error.cause
    }
  }
  #endif
}

extension RouteSession.Inspection.Line.Emphasis {
  fileprivate var color: Color {
    switch self {
    case .plain, .strong: .primary
    case .problem: .red
    case .faint: .secondary
    }
  }
}
#endif

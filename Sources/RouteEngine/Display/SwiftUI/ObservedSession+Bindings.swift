#if canImport(SwiftUI)
public import SwiftUI

/// The bindings that the containers of SwiftUI need. Each takes the kind of a screen by its name,
/// or by a case of an enum of names.
extension ObservedSession {
  /// The selected child of the tabs container, by its kind, for `TabView`.
  ///
  /// - Parameters:
  ///   - container: the kind of the screen that holds the tabs.
  ///   - scene: the scene of the container; nil means the window's, or the active one.
  public func selection(in container: String, scene: String? = nil) -> Binding<String> {
    noteRead()
    let tabs = controls.selection(in: container, scene: scene)
    return Binding(get: { @MainActor in tabs.get() }, set: { @MainActor in tabs.set($0) })
  }

  /// The visible column of a split where there is room for only one, for `NavigationSplitView` as
  /// its preferred compact column. The visibility of several columns is the view's own state.
  ///
  /// - Parameters:
  ///   - split: the kind of the screen that holds the columns.
  ///   - scene: the scene of the split; nil means the window's, or the active one.
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  public func column(
    in split: String, scene: String? = nil
  ) -> Binding<NavigationSplitViewColumn> {
    noteRead()
    let column = controls.column(in: split, scene: scene)
    return Binding(
      get: { @MainActor in NavigationSplitViewColumn(column.get()) },
      set: { @MainActor [controls] in controls.set(ContainerKind.Column($0), to: column) })
  }

  /// The screens above the root of the stack, for `NavigationStack`. A back swipe becomes a host
  /// fact; a ``ScreenNode`` that is added, by `NavigationLink(value:)` for example, becomes a
  /// request, and the path shows what the session decides.
  ///
  /// A write refers to the moment at which this binding was made, so that a late write pops no
  /// screen that came after it. Get the binding in the view's body, which SwiftUI evaluates after
  /// every change, and do not store it.
  ///
  /// - Parameters:
  ///   - stack: the kind of the screen that is the stack.
  ///   - scene: the scene of the stack; nil means the window's, or the active one.
  public func path(in stack: String, scene: String? = nil) -> Binding<[ScreenNode]> {
    noteRead()
    let path = controls.path(in: stack, scene: scene)
    return Binding(
      get: { @MainActor in path.screens },
      set: { @MainActor [controls] in controls.set($0, to: path) })
  }

  /// The screen presented over this one, or over one visible in it, for `sheet(item:)`,
  /// `fullScreenCover(item:)` and `popover(item:)`. Like a path, a write refers to the moment at
  /// which the binding was made.
  ///
  /// - Parameters:
  ///   - presenter: the screen's kind.
  ///   - scene: the scene of the screen; nil means the window's, or the active one.
  ///   - control: the control that shows it, which ignores screens of other styles; nil shows all.
  public func presented(
    over presenter: String, scene: String? = nil, as control: PresentedScreen.Control? = nil
  ) -> Binding<ScreenNode?> {
    noteRead()
    let screen = controls.presented(over: presenter, scene: scene, as: control)
    return Binding(get: { @MainActor in screen.screen }, set: { @MainActor in screen.set($0) })
  }

  /// The selected child of the tabs container, see ``selection(in:scene:)-(String,_)``.
  public func selection<Name: RawRepresentable<String>>(
    in container: Name, scene: String? = nil
  ) -> Binding<String> { selection(in: container.rawValue, scene: scene) }

  /// The visible column of a split, see ``column(in:scene:)-(String,_)``.
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  public func column<Name: RawRepresentable<String>>(
    in split: Name, scene: String? = nil
  ) -> Binding<NavigationSplitViewColumn> { column(in: split.rawValue, scene: scene) }

  /// The screens above the root of the stack, see ``path(in:scene:)-(String,_)``.
  public func path<Name: RawRepresentable<String>>(
    in stack: Name, scene: String? = nil
  ) -> Binding<[ScreenNode]> { path(in: stack.rawValue, scene: scene) }

  /// The screen presented over this one, see ``presented(over:scene:as:)-(String,_,_)``.
  public func presented<Name: RawRepresentable<String>>(
    over presenter: Name, scene: String? = nil, as control: PresentedScreen.Control? = nil
  ) -> Binding<ScreenNode?> { presented(over: presenter.rawValue, scene: scene, as: control) }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension NavigationSplitViewColumn {
  fileprivate init(_ column: ContainerKind.Column) {
    self =
      switch column {
      case .primary: .sidebar
      case .supplementary: .content
      case .detail: .detail
      }
  }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension ContainerKind.Column {
  fileprivate init(_ column: NavigationSplitViewColumn) {
    self = column == .sidebar ? .primary : column == .content ? .supplementary : .detail
  }
}
#endif

extension RouteSession {
  /// The host's display: transitions, screens that could not be shown, and the screens that are
  /// really on display.
  public struct Display {
    /// The session whose state is shown.
    let session: RouteSession

    /// A hint for the host: whether the newest change may be shown with an animation, as its
    /// request says.
    public var isAnimated: Bool { session.machine.isAnimated }
  }

  /// The host's display.
  public var display: Display { Display(session: self) }
}

@available(*, unavailable)
extension RouteSession.Display: Sendable {}

extension RouteSession.Display {
  /// Says that the host is in the middle of a transition, for example an animation between two
  /// screens, and should not be given another hierarchy to show.
  ///
  /// Requests wait for its end, or end at once, as ``RouteSession/Configuration/whenBusy`` says.
  /// Waiting requests are in the journal and survive the process. Only facts that the host reports
  /// are decided meanwhile. Transitions nest: each is ended by one ``endTransition(isolation:)``,
  /// and all end when the host goes to the background.
  public func beginTransition(isolation: isolated any Actor = #isolation) {
    session.work(on: .transitionBegan)
  }

  /// Says that the transition begun last has ended. If it was the only one, the requests that
  /// waited for its end continue. Without a transition it does nothing.
  public func endTransition(isolation: isolated any Actor = #isolation) {
    session.feed(.transitionEnded)
  }

  /// Whether the host is in the middle of a transition.
  public var isInTransition: Bool { session.machine.isInTransition }

  /// Says that the host could not show a decision. Screens that were decided and not shown are
  /// removed, with their actions, so that journal and display agree.
  ///
  /// The request that brought these screens keeps its outcome; this entry names it as its cause.
  /// The engine goes back to the display before the decision that brought the screen, and before
  /// all later decisions. If that display is not known, because of a relaunch or because the host
  /// has reported something else since, only the screen is removed, with all that lies over it. If
  /// nothing would be left, the route table's own tree is shown.
  ///
  /// - Parameters:
  ///   - screen: the screen that could not be shown; nil when it is the newest tree as a whole.
  ///   - reason: the reason, for the journal: it is written as it is, so it should contain no
  ///     private value.
  ///   - displayed: the screens really on display; nil when they are the former ones.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: shown; the screens to show now are in ``RouteSession/state``. Ends as
  ///   ``Outcome/stale(reason:)`` when the screen is no longer there.
  @discardableResult
  public func renderFailed(
    _ screen: ScreenID? = nil, reason: String, showing displayed: DisplayedScreens? = nil,
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    session.beginNow()
    return session.report(
      .renderFailed(
        session.machine.renderFailure(of: screen, because: reason, showing: displayed)))
  }

  /// Says what is really on display, whatever the engine's state says: the difference is journaled
  /// as one host fact. Screens that are still there keep their ids, readiness and actions.
  ///
  /// - Parameters:
  ///   - displayed: complete hierarchies, see ``DisplayedScreens``. A screen whose kind is not
  ///     declared belongs to other code, ``ScreenTree/Screen/Ownership/foreign``. A screen that has
  ///     moved to another container counts as a new one.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: already shown when nothing differs. ``Outcome/stale(reason:)`` when an id is no
  ///   longer there, and ``Outcome/impossible(reason:)`` when the hierarchy is not possible: too
  ///   deep, too large, with one id twice, or with parameters that a declared kind does not take.
  ///   In both cases the state does not change.
  @discardableResult
  public func reconcile(
    with displayed: DisplayedScreens, isolation: isolated any Actor = #isolation
  ) -> Opening {
    session.report(.reconciled(displayed))
  }

  /// Reconciles with the one-line notation, see ``ScreenTree/Notation``. It gives screens no ids,
  /// and scenes that it does not name are closed.
  ///
  /// - Returns: as for ``DisplayedScreens``; ``Outcome/impossible(reason:)`` when the text is not
  ///   valid notation.
  @discardableResult
  public func reconcile(
    with notation: String, isolation: isolated any Actor = #isolation
  ) -> Opening {
    session.beginNow()  // first: a kept call may adopt another table
    do throws(TreeNotation.ParseError) {
      let tree = try TreeNotation(
        notation, limits: session.configuration.limits, containers: session.table.container)
      return reconcile(
        with: DisplayedScreens(
          scenes: tree.scenes, activeScene: tree.activeScene, isComplete: true))
    } catch {
      return reconcile(with: DisplayedScreens(flaw: error.description))
    }
  }
}

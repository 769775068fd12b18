extension RouteSession {
  /// The host's display: transitions, screens that could not be shown, and what really is on
  /// display.
  public struct Display {
    /// Whose state is shown.
    let session: RouteSession

    /// A hint for the host: whether what changed last may be shown with an animation, as the
    /// request behind it says.
    public var isAnimated: Bool { session.machine.isAnimated }
  }

  /// The host's display.
  public var display: Display { Display(session: self) }
}

@available(*, unavailable)
extension RouteSession.Display: Sendable {}

extension RouteSession.Display {
  /// Says that the host is in the middle of a transition, an animation between two screens for
  /// example, and should not be given another hierarchy to show.
  ///
  /// Requests wait for its end, or end at once, as ``RouteSession/Configuration/whenBusy`` says;
  /// what waits is in the journal and survives the process. Only facts that the host reports are
  /// decided meanwhile. Transitions nest: each is ended by one ``endTransition(isolation:)``, and
  /// all are over when the host goes to the background.
  public func beginTransition(isolation: isolated any Actor = #isolation) {
    session.work(on: .transitionBegan)
  }

  /// Says that the transition begun last is over: when it was the only one, what waited for its end
  /// goes on. Without a transition it does nothing.
  public func endTransition(isolation: isolated any Actor = #isolation) {
    session.feed(.transitionEnded)
  }

  /// Whether the host is in the middle of a transition.
  public var isInTransition: Bool { session.machine.isInTransition }

  /// Says that the host could not show what was decided. Screens that were decided and not shown
  /// leave again, with their actions, so that journal and display agree.
  ///
  /// The request whose screens these are keeps its outcome; this entry names it as its cause. The
  /// engine goes back to what was on display before the decision that brought the screen, and
  /// before whatever was decided since. Where that is not known, after a relaunch or when the host
  /// has reported something else since, the screen alone goes with what lies over it; when nothing
  /// would be left, the route table's own tree comes.
  ///
  /// - Parameters:
  ///   - screen: the screen that could not be shown; nil when it is the newest tree as a whole.
  ///   - reason: why, for the journal: it is written as it is, so it should name no private value.
  ///   - displayed: what is really on display; nil when that is what was there before.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: shown with the screens to be shown now in ``RouteSession/state``. Ends as
  ///   ``Outcome/stale(reason:)`` when the screen is there no longer.
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

  /// Says what is really on display, whatever the engine believed: the difference is journaled as
  /// one host fact. Screens that are still there keep their ids, readiness and actions.
  ///
  /// - Parameters:
  ///   - displayed: hierarchies written out, see ``DisplayedScreens``. A screen whose kind is not
  ///     declared belongs to other code, ``ScreenTree/Screen/Ownership/foreign``. One that has
  ///     moved to another container is a new one.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: already shown when nothing differs. With the state as it was,
  ///   ``Outcome/stale(reason:)`` when an id is no longer there and ``Outcome/impossible(reason:)``
  ///   when such a hierarchy cannot be: too deep, too large, an id twice, parameters that a
  ///   declared kind does not take.
  @discardableResult
  public func reconcile(
    with displayed: DisplayedScreens, isolation: isolated any Actor = #isolation
  ) -> Opening {
    session.report(.reconciled(displayed))
  }

  /// Reconciles with the one-line notation, which ``ScreenTree/Notation`` describes. Screens bear
  /// no ids there, and scenes that it does not name are closed.
  ///
  /// - Returns: as for ``DisplayedScreens``; ``Outcome/impossible(reason:)`` when the text is no
  ///   notation.
  @discardableResult
  public func reconcile(
    with notation: String, isolation: isolated any Actor = #isolation
  ) -> Opening {
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

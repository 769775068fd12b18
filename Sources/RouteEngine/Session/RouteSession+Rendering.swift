extension RouteSession {
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
  /// - Returns: shown with the screens to be shown now in ``state``. Ends as
  ///   ``Outcome/stale(reason:)`` when the screen is there no longer.
  @discardableResult
  public func renderFailed(
    _ screen: ScreenID? = nil, reason: String, showing displayed: DisplayedScreens? = nil,
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    let back =
      displayed ?? machine.displayHistory.displayed(without: screen, in: state.tree) ?? ownScreens
    return report(
      .renderFailed(
        RenderFailure(
          entry: machine.displayHistory.refusedEntry(naming: screen), screen: screen,
          reason: reason,
          displayed: back, isReported: displayed != nil)))
  }

  /// Says what is really on display, whatever the engine believed: the difference is journaled as
  /// one host fact. Screens that are still there keep their ids, readiness and actions.
  ///
  /// - Parameters:
  ///   - displayed: hierarchies written out, see ``DisplayedScreens``. A screen whose kind nobody
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
    report(.reconciled(displayed))
  }

  /// The same from the one-line notation, which ``ScreenTree/Notation`` describes. Screens bear no
  /// ids there.
  ///
  /// - Returns: as above; ``Outcome/impossible(reason:)`` when the text is no notation.
  @discardableResult
  public func reconcile(
    with notation: String, isolation: isolated any Actor = #isolation
  ) -> Opening {
    do throws(TreeNotation.ParseError) {
      let tree = try TreeNotation(
        notation, limits: configuration.limits, containers: table.container)
      return reconcile(
        with: DisplayedScreens(
          scenes: tree.scenes, activeScene: tree.activeScene, isComplete: true))
    } catch {
      return reconcile(with: DisplayedScreens(flaw: error.description))
    }
  }

  /// The screens that a first launch begins with.
  private var ownScreens: DisplayedScreens {
    let tree = table.initialScenes
    return DisplayedScreens(scenes: tree.scenes, activeScene: tree.activeScene, isComplete: true)
  }
}

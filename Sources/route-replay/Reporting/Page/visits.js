// Visits: the sequences of screens in them, and how far they got in funnels.

function fillVisits(journal) {
  const { paths, funnels, funnel_problems: misnamed, problem } = journal.visits;
  if (problem !== null) {
    return fillSection("visits", element("p", {}, "Visits cannot be counted: ", quoted(problem)));
  }
  if (journal.count === 0) {
    return fillSection("visits", element("p", { class: "muted" }, "There are no entries."));
  }
  const isPart = journal.scope !== "the whole journal";
  fillSection(
    "visits",
    element("p", { class: "muted" },
      "A visit is use without 30 minutes of silence, across sessions."
      + (isPart ? " Only the entries on this page count here: what a visit saw before or after "
        + "them is left out." : "")),
    element("h3", {}, "Top paths"), pathList(paths),
    element("h3", {}, "Funnels"),
    misnamed.map((place) => element("p", { class: "reason" }, quoted(textAt(place)))),
    funnelList(funnels));
}

function pathList(paths) {
  if (paths.count === 0) {
    return element("p", { class: "muted" }, "No visit went through three screens in a row.");
  }
  const rows = paths.first.map((path) => ({ name: textAt(path.screens), count: path.occurrences }));
  return element(
    "div", { id: "paths" },
    table("Three screens in a row that visits went through", ["path", "times", ""],
      rows.map((row) => [longText(row.name), number(row.count), bar(row.count / rows[0].count)]),
      [1]),
    more(paths, "‘stats top-paths’ has them"));
}

function funnelList(funnels) {
  if (funnels.count === 0) {
    return element(
      "p", { class: "muted" }, "No funnel is chosen: the journal has no funnel, and ",
      command("--funnel 'SCREEN > SCREEN'"), " names one.");
  }
  return [
    funnels.first.map((funnel) => funnelDetails(textAt(funnel.name), funnel.screens)),
    more(funnels, "‘stats funnel’ has them"),
  ];
}

function funnelDetails(name, screens) {
  const rows = screens.map((screen) => ({ ...screen, name: textAt(screen.name) }));
  const most = Math.max(1, ...rows.map((row) => row.visits));
  return element(
    "div", { class: "funnel" }, element("h4", {}, quoted(name)),
    table(
      `How many visits got through the funnel ${name}`,
      ["screen", "visits", "", "of the one before", "of the first", "lost"],
      rows.map((row) => [
        longText(row.name), number(row.visits), bar(row.visits / most), share(row.of_previous),
        share(row.of_first), row.lost === null ? "–" : number(row.lost),
      ]), [1, 3, 4, 5]));
}

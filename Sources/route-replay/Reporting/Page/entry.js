// The chosen entry: its facts in the journal, the hierarchy after it, and the changes.

/** Whether the hierarchy before an entry is shown beside the one after it. */
let showsBefore = false;

function showEntry(journal, index) {
  const place = document.getElementById("entry");
  if (index < 0) {
    place.replaceChildren(element("h3", { id: "entry-title" }, "No entry is chosen"));
    return;
  }
  place.replaceChildren(...content([
    entryHeading(journal, index), entryDifference(journal, index), entryHierarchy(journal, index),
    entryDeeds(journal, index), entryDetails(journal, index), entryCommands(journal, index),
  ]));
}

function entryHeading(journal, index) {
  const sequence = journal.sequence(index);
  const what = journal.text(index, "what");
  const reason = journal.text(index, "reason");
  return element(
    "header", { class: "entry-top" },
    element(
      "div", { class: "entry-head" },
      element("h3", { id: "entry-title" }, `Entry ${sequence}`),
      badge(journal.word(index), journal.has(index, flags.failure)),
      element("span", { class: "grow" }),
      entryButton("‹", "Entry before (k)", () => move(-1)),
      entryButton("›", "Next entry (j)", () => move(1))),
    what ? element("p", { class: "subject" }, longText(what)) : null,
    reason && journal.has(index, flags.failure)
      ? element("p", { class: "reason" }, "Why: ", longText(reason)) : null);
}

function entryButton(sign, name, action) {
  return element(
    "button", { type: "button", class: "small", "aria-label": name, title: name, onclick: action },
    sign);
}

// --- the hierarchy ------------------------------------------------------------------------------

function entryHierarchy(journal, index) {
  const after = journal.drawing(index);
  const toggle = element(
    "button", {
      type: "button", class: "small", "aria-pressed": String(showsBefore),
      onclick: toggleBefore, id: "before",
    }, "Beside the one before (d)");
  const head = element(
    "div", { class: "entry-head" }, element("h4", {}, "Screens after it"),
    element("span", { class: "grow" }), toggle);
  if (!after) {
    return element(
      "div", { class: "tree" }, head, element("p", { class: "muted" }, "The state is not known."));
  }
  const marks = new Map();
  const marked = journal.entries.marks[index];
  for (let at = 0; at < marked.length; at += 2) marks.set(marked[at], marked[at + 1]);
  // Only one drawing is cached, so the one before is requested last.
  const name = `Screens after entry ${journal.sequence(index)}`;
  const drawings = [hierarchy(after, marks, "after", name)];
  if (showsBefore) {
    const before = index > 0 ? journal.drawing(index - 1) : null;
    drawings.unshift(
      before
        ? hierarchy(before, new Map(), "before", "Screens before it")
        : element("p", { class: "muted" }, "The screens before it are not on this page."));
  }
  return element(
    "div", { class: "tree" }, head,
    element("div", { class: showsBefore ? "drawings both" : "drawings" }, drawings),
    marks.size > 0
      ? element("p", { class: "muted legend" }, "+ is new, ~ is not as it was") : null);
}

/** A drawing: lines for the eye, and levels for screen readers. */
function hierarchy(rows, marks, id, label) {
  const signs = ["", "+", "~"];
  const names = ["", "new: ", "changed: "];
  return element(
    "ol", { class: "hierarchy", id, "aria-label": label },
    rows.map((row, number) => {
      const mark = marks.get(number) ?? 0;
      return element(
        "li", {
          "aria-level": row.level, class: [
            row.isVisible ? "visible" : "", ["", "new", "changed"][mark]].join(" "),
        },
        element("span", { class: "mark", "aria-hidden": "true" }, signs[mark]),
        mark > 0 ? element("span", { class: "unseen" }, names[mark]) : null,
        element("span", { class: "row" },
          element("span", { class: "lead", "aria-hidden": "true" }, row.lead),
          element("span", { class: "label" }, longText(row.label))));
    }));
}

function toggleBefore() {
  showsBefore = !showsBefore;
  const hadFocus = document.activeElement?.id === "before";
  showEntry(current.journal, current.index);
  if (hadFocus) document.getElementById("before").focus();
  announce(showsBefore ? "The hierarchy before stands beside it." : "Only the hierarchy after it.");
}

// --- what it did --------------------------------------------------------------------------------

function entryDeeds(journal, index) {
  const deeds = journal.entries.deeds[index];
  const differences = journal.entries.differences[index];
  return element(
    "div", { class: "columns deeds" },
    element(
      "div", {}, element("h4", {}, "What it did"),
      element("ul", { class: "plain", id: "deeds" },
        deeds.map((deed) => element("li", {}, longText(textAt(deed)))))),
    element("div", {}, element("h4", {}, "What is different since"), differenceList(differences)));
}

function differenceList(differences) {
  if (differences.length === 0) return element("p", { class: "muted" }, "Nothing.");
  const items = [];
  for (let at = 0; at < differences.length; at += 2) {
    const [mark, text] = [differences[at], textAt(differences[at + 1])];
    const sort = ["place", "gone", "new"][mark];
    const name = ["", "before: ", "now: "][mark];
    items.push(
      element(
        "li", { class: sort },
        mark > 0 ? [
          element("span", { class: "mark", "aria-hidden": "true" }, "−+"[mark - 1]),
          element("span", { class: "unseen" }, name),
        ] : null,
        longText(text)));
  }
  return element("ul", { class: "plain differences", id: "differences" }, items);
}

// --- recorded and now ---------------------------------------------------------------------------

function entryDifference(journal, index) {
  if (!comparison) return null;
  const row = differenceAt(journal, index);
  if (!row) {
    const none = "This entry has no difference.";
    return element("p", { class: "muted", id: "difference" }, none);
  }
  return element("div", { class: "difference", id: "difference" }, differenceBody(row));
}

/** All facts about one difference. */
function differenceBody(row) {
  const rows = row.differs.map((part) => [part.class, part.first, part.second]);
  if (row.screens) {
    const place = row.screens.place ? `screens in ${row.screens.place}` : "screens";
    rows.push([place, row.screens.first, row.screens.second]);
  }
  const [first, second] = [comparison.first, comparison.second];
  return [
    table(
      `In what it differs: ${row.what}`, ["", first, second],
      rows.map((cells) => cells.map((cell, at) =>
        (cell === null ? "–" : quoted(cell, at === 0 ? "" : "quoted"))))),
    row.why ? element("p", {}, "Explained: ", quoted(row.why)) : null,
    journals.length > 1 ? otherSide(row) : null,
  ];
}

/** Links to both entries of a pair. */
function otherSide(row) {
  const links = ["first", "second"].map((side, at) => {
    const index = row[side] === null ? -1 : journals[at].indexOf(row[side]);
    if (index < 0 || (journals[at] === current.journal && index === current.index)) return null;
    const name = `Entry ${row[side]} of ${comparison[side]}`;
    return element("li", {}, entryLink(journals[at], index, name));
  });
  return element("ul", { class: "plain" }, links);
}

// --- the rest -----------------------------------------------------------------------------------

function entryDetails(journal, index) {
  const entries = journal.entries;
  const screens = [journal.text(index, "screen_before"), journal.text(index, "screen_after")];
  const fields = [
    ["At", entries.at[index]],
    ["Session", entries.session[index]],
    ["Kind", journal.text(index, "kind")],
    ["Outcome", journal.text(index, "outcome")],
    ["Reason", journal.text(index, "reason")],
    ["Scene", journal.text(index, "scene")],
    ["Route", journal.text(index, "route")],
    ["Version", journal.number(index, "route_version")],
    ["Router", journal.text(index, "router")],
    ["Variant", journal.text(index, "variant")],
    ["Link", journal.text(index, "link")],
    ["From", journal.text(index, "entry_point")],
    ["Screen", screens[0] === screens[1] ? screens[1] : screens.filter(Boolean).join(", then ")],
    ["Request", journal.number(index, "request")],
    ["Caused by", journal.number(index, "cause")],
    ["Action", journal.number(index, "action")],
    ["Attempt", journal.number(index, "attempt")],
    ["Took", taken(journal, index)],
    ["State", entries.state_digest[index]],
  ];
  const linked = new Set(["Request", "Caused by", "Action"]);
  return element(
    "div", { class: "said" }, element("h4", {}, "What the journal says"),
    element(
      "dl", { class: "details" },
      fields.filter(([, value]) => value !== null && value !== "").map(([name, value]) => [
        element("dt", {}, name),
        element("dd", {},
          linked.has(name) ? sequenceLink(journal, value) : longText(String(value))),
      ])));
}

/** The time that a request took. After a relaunch an entry has only the time since then. */
function taken(journal, index) {
  const time = duration(journal.number(index, "duration_us"));
  const first = journal.indexOf(journal.number(index, "request"));
  const { session } = journal.entries;
  if (time === null || first < 0 || session[first] === session[index]) return time;
  return `${time} since this launch first took the request up`;
}

/** Microseconds for people. */
function duration(microseconds) {
  if (microseconds === null) return null;
  if (microseconds < 1000) return `${microseconds} µs`;
  if (microseconds < 1e6) return `${(Math.floor(microseconds / 100) / 10).toFixed(1)} ms`;
  return `${(Math.floor(microseconds / 1000) / 1000).toFixed(3)} s`;
}

/** The number of an entry, as a link if the page has the entry. */
function sequenceLink(journal, sequence) {
  const index = journal.indexOf(sequence);
  return index < 0 ? String(sequence) : entryLink(journal, index, String(sequence));
}

function entryLink(journal, index, ...parts) {
  return element(
    "a", {
      href: `#entry-${journal.sequence(index)}`,
      onclick: (click) => {
        if (click.ctrlKey || click.metaKey || click.shiftKey) return;
        click.preventDefault();
        showJournal(journal);
        choose(index, true);
      },
    }, ...parts);
}

function entryCommands(journal, index) {
  const sequence = journal.sequence(index);
  const row = differenceAt(journal, index);
  const lines = row ? [...row.next] : [`route-replay show ${journal.quoted} ${sequence}`];
  lines.push(`route-replay tree ${journal.quoted} --at ${sequence}`);
  return element(
    "div", { class: "commands" }, element("h4", {}, "To look further"),
    element("ul", { class: "plain" }, lines.map((line) => element("li", {}, command(line)))));
}

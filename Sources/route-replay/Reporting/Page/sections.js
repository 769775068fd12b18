// The sections around the entries. Each is filled from the data once, or again for the other
// journal.

function fillSection(id, ...parts) {
  document.querySelector(`#${id} .body`).replaceChildren(...content(parts));
}

/** A table with a caption that is heard and not seen; cells are texts or elements. */
function table(caption, heads, rows, numeric = []) {
  const sort = (at) => (numeric.includes(at) ? "numeric" : null);
  const head = (text, at) => (text === ""
    ? element("td", {}) : element("th", { scope: "col", class: sort(at) }, text));
  return element(
    "div", { class: "scroll", tabindex: 0, role: "group", "aria-label": caption },
    element(
      "table", {},
      element("caption", { class: "unseen" }, caption),
      element("thead", {}, element("tr", {}, heads.map(head))),
      element("tbody", {}, rows.map((cells) => element(
        "tr", {}, cells.map((cell, at) => element("td", { class: sort(at) }, cell)))))));
}

/** What is said of a list that is longer than what is shown. */
function more(list, where) {
  const hidden = list.count - list.first.length;
  if (hidden <= 0) return null;
  return element("p", { class: "muted" }, `… and ${hidden.toLocaleString("en")} more; ${where}`);
}

// --- header -------------------------------------------------------------------------------------

function fillHeader() {
  const title = document.getElementById("title");
  title.replaceChildren(
    ...journals.flatMap((journal, at) => [at > 0 ? " and " : "", quoted(journal.name)]));
  document.getElementById("made").textContent =
    `Made by ${data.program}. Private values of the app are tokens here (~ and 22 characters). `
    + "Times are UTC.";
  const sections = [...document.querySelectorAll("main > section")].filter((one) => !one.hidden);
  document.getElementById("contents").replaceChildren(
    ...sections.map((section) => {
      const name = section.querySelector("h2").textContent;
      return element("li", {}, element("a", { href: `#${section.id}` }, name));
    }));
  if (journals.length > 1) fillChoice();
}

/** Which of two journals the page shows. */
function fillChoice() {
  document.getElementById("journals").replaceChildren(
    element(
      "fieldset", {}, element("legend", {}, "Entries of"),
      journals.map((journal, at) => element(
        "label", { class: "check" },
        element("input", {
          type: "radio", name: "journal", value: at, checked: at === 0,
          onchange: () => showJournal(journal),
        }), " ", quoted(sideName(at))))));
}

function sideName(at) {
  if (comparison) return comparison[at === 0 ? "first" : "second"];
  return `${journals[at].name}, ${journals[at].scope}`;
}

// --- verdict ------------------------------------------------------------------------------------

function fillVerdict() {
  fillSection("verdict", journals.map((journal, at) => verdictOf(journal, at)), notCompared());
}

/** That a comparison was asked for and could not be made, and why. */
function notCompared() {
  if (data.uncompared === null) return null;
  return element(
    "div", { class: "verdict damaged", id: "uncompared" },
    headline("✗", journals.length > 1
      ? "The two could not be compared" : "Nothing could be decided again"),
    element("p", {}, quoted(data.uncompared)));
}

function headline(sign, ...words) {
  return element(
    "p", { class: "headline" },
    element("span", { class: "sign", "aria-hidden": "true" }, sign), element("strong", {}, words));
}

function verdictOf(journal, at) {
  const verdict = journal.verdict;
  const words = {
    intact: "Intact: every check passes",
    damaged: "Not what was written",
    newer: "Written by a newer version",
  };
  const lines = verdict.findings.first.map((finding) => element(
    "li", {}, finding.entry === null ? "" : [sequenceLink(journal, finding.entry), ": "],
    quoted(finding.problem), element("span", { class: "muted" }, ` (check ${finding.check})`)));
  const notes = [
    verdict.note, verdict.missing && `Missing: ${verdict.missing}.`,
    verdict.newer && `Entry ${verdict.newer} says what only a newer version knows.`,
    ...verdict.remarks, ...journal.problems,
  ].filter(Boolean);
  return element(
    "div", { class: `verdict ${verdict.word}` },
    headline(
      { intact: "✓", damaged: "✗", newer: "!" }[verdict.word], words[verdict.word],
      journals.length > 1 ? [" – ", quoted(sideName(at))] : null),
    element("p", { class: "muted" },
      `${counted(verdict.entries, "entry", "entries")}, ${counted(verdict.sessions, "session")} `
      + `and ${counted(verdict.outcomes, "outcome")} were checked, as “route-replay verify” does.`),
    lines.length > 0 ? element("ul", {}, lines) : null,
    more(verdict.findings, "‘verify’ lists them"),
    notes.map((note) => element("p", {}, quoted(note))),
    element("p", { class: "muted anchor" }, "Anchor ", command(verdict.anchor)));
}

// --- numbers ------------------------------------------------------------------------------------

function fillNumbers(journal) {
  const numbers = journal.numbers;
  const tile = (count, noun, sort = "") => element(
    "div", { class: `tile ${count > 0 ? sort : ""}` },
    element("dt", {}, noun), element("dd", {}, count.toLocaleString("en")));
  const tiles = [
    tile(numbers.entries, "entries"), tile(numbers.sessions, "sessions"),
    tile(numbers.requests, "requests"),
    ...numbers.outcomes.first.map((outcome) =>
      tile(outcome.count, outcome.word, outcome.isSuccess ? "good" : "bad")),
    numbers.waiting === null ? null : [
      tile(numbers.waiting, "still waiting", "warn"),
      tile(numbers.actions, "actions pending", "warn"),
    ],
    numbers.cut_off > 0 ? tile(numbers.cut_off, "sessions cut off", "bad") : null,
  ];
  fillSection(
    "numbers", element("dl", { class: "tiles" }, tiles),
    numbers.first ? element(
      "p", { class: "muted" }, `From ${numbers.first} to ${numbers.newest}, in UTC.`) : null);
}

// --- timeline and transitions -------------------------------------------------------------------

function fillTimeline(journal) {
  if (journal.stretches.length === 0) {
    return fillSection("timeline", element("p", { class: "muted" }, "There are no entries."));
  }
  const rows = journal.stretches.map((stretch) => [
    entryLink(journal, journal.indexOf(stretch.first), toTheSecond(stretch.from)),
    toTheSecond(stretch.to), stretch.entries.toLocaleString("en"),
    stretch.failures.toLocaleString("en"), stretch.pause ?? "–",
  ]);
  fillSection(
    "timeline",
    element("p", { class: "muted" },
      `A pause of ${journal.pause} or longer parts two stretches of use.`),
    element(
      "div", { class: "columns" },
      table("Stretches of use and the pauses before them",
        ["from", "to", "entries", "failed", "pause"], rows, [2, 3]),
      timelinePicture(journal)));
}

/** `2026-05-17T10:05:03.120Z` as `2026-05-17 10:05:03`. */
function toTheSecond(time) {
  return time.slice(0, -5).replace("T", " ");
}

function fillTransitions(journal) {
  const { transitions, problem } = journal.visits;
  if (problem !== null) {
    return fillSection(
      "transitions", element("p", {}, "Nothing is known of visits: ", quoted(problem)));
  }
  const moves = transitions.first.map(
    (move) => ({ ...move, from: textAt(move.from), to: textAt(move.to) }));
  if (moves.length === 0) {
    return fillSection("transitions", element("p", { class: "muted" }, "No screen was seen."));
  }
  fillSection(
    "transitions",
    element("p", { class: "muted" },
      "What visits showed after each screen; (exit) where a visit showed no more. The share is "
        + "that of all that left the screen."),
    element(
      "div", { class: "columns" },
      element(
        "div", {},
        table("Moves from screen to screen", ["from", "to", "times", "share of its screen"],
          moves.map((move) => [
            quoted(move.from), quoted(move.to), move.count.toLocaleString("en"),
            share(move.share),
          ]), [2, 3]),
        more(transitions, "‘stats screen-transitions’ has them")),
      transitionsPicture(moves.filter((move) => move.to !== "(exit)"))));
}

// --- environment and raw data -------------------------------------------------------------------

function fillEnvironment(journal) {
  const sessions = journal.sessions;
  const columns = [
    ["session", "session"], ["began", "began"], ["ended", "ended"], ["beginning", "beginning"],
    ["ending", "ending"], ["app_version", "version"], ["build", "build"], ["system", "system"],
    ["device", "device"], ["table", "route table"], ["identifier", "identifier"],
  ].filter(([name]) => sessions.first.some((session) => session[name] !== null));
  fillSection(
    "environment",
    element("p", { class: "muted" }, "File ", quoted(journal.path), `, ${journal.scope}.`),
    sessions.first.length === 0 ? null : table(
      "Sessions", columns.map(([, head]) => head),
      sessions.first.map((session) => columns.map(([name]) => {
        if (name === "session") return sessionLink(journal, session.session);
        return session[name] === null ? "–" : quoted(String(session[name]));
      })), [0]),
    more(sessions, "‘sessions’ lists them"));
}

/** The number of a session, as a link to the first of its entries. */
function sessionLink(journal, session) {
  const { first } = journal.entriesOf(session);
  return first < 0 ? String(session) : entryLink(journal, first, String(session));
}

function fillRaw(journal) {
  fillSection(
    "raw",
    element("p", { class: "muted" },
      "Every entry on this page, one JSON object a line, as “route-replay log -o jsonl” prints "
      + "them, without the digest of the chain. Texts are exact there: look at them with care."),
    element("button", {
      type: "button", id: "save", onclick: () => saveLines(journal),
    }, `Save ${counted(journal.count, "line")}`));
}

function saveLines(journal) {
  const lines = [];
  for (let index = 0; index < journal.count; index += 1) {
    lines.push(JSON.stringify(journal.record(index)), "\n");
  }
  const address = URL.createObjectURL(new Blob(lines, { type: "application/x-ndjson" }));
  element("a", { href: address, download: `${journal.name}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// --- comparison ---------------------------------------------------------------------------------

/** So many differences are told one under the other; the list of entries has the rest. */
const mostTold = 20;

function fillComparison() {
  if (!comparison) return;
  document.getElementById("comparison").hidden = false;
  document.getElementById("comparison-title").textContent = {
    rerun: "Does it come out the same again?", "what-if": "What if the table were another?",
    diff: "What differs between the two?",
  }[comparison.sort];
  const isSame = comparison.rows.length === 0 && comparison.undecided.length === 0;
  const rows = comparison.rows;
  const hidden = rows.length - mostTold + comparison.hidden;
  fillSection(
    "comparison",
    element("p", { class: "headline" },
      badge(comparison.result, !isSame, isSame ? "good" : "bad"), " ", quoted(comparison.words)),
    comparison.notes.map((note) => element("p", { class: "muted" }, quoted(note))),
    comparison.undecided.length > 0 ? element(
      "p", {}, "Not decided: ", comparison.undecided.flatMap((sequence, at) =>
        [at > 0 ? ", " : "", sequenceLink(journals[0], sequence)])) : null,
    comparison.shifts.length > 0 ? table(
      "Outcomes that are others", ["requests", "route", comparison.first, comparison.second],
      comparison.shifts.map((shift) => [
        shift.count.toLocaleString("en"), quoted(shift.route ?? "–"), quoted(shift.recorded),
        quoted(shift.replayed),
      ]), [0]) : null,
    rows.slice(0, mostTold).map((row, at) => differenceDetails(row, at === 0)),
    hidden > 0 ? element("p", { class: "muted" },
      `… and ${hidden.toLocaleString("en")} more: `
      + (comparison.hidden > 0
        ? `the page holds ${counted(rows.length, "difference")}, the command prints all.`
        : "choose “differs” above the entries.")) : null);
}

function differenceDetails(row, isOpen) {
  const side = row.first === null ? 1 : 0;
  const sequence = side === 0 ? row.first : row.second;
  const index = journals[side]?.indexOf(sequence) ?? -1;
  const name = `Entry ${sequence}${journals.length > 1 ? ` of ${sideName(side)}` : ""}`;
  return element(
    "details", { class: "told", open: isOpen },
    element("summary", {}, quoted(name), ": ", quoted(row.what)),
    index < 0 ? null : element(
      "p", {}, entryLink(journals[side], index, "Show this entry")),
    differenceBody(row));
}

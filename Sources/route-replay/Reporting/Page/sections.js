// The sections around the entries. Each is filled from the data once, or again for the other
// journal.

// --- header -------------------------------------------------------------------------------------

function fillHeader() {
  const title = document.getElementById("title");
  title.replaceChildren(
    ...journals.flatMap((journal, at) => [at > 0 ? " and " : "", quoted(journal.name)]));
  document.getElementById("made").textContent =
    `Made by ${data.program}. Private values of the app are tokens here (~ and 22 characters). `
    + "Times are UTC.";
  if (journals.length > 1) fillChoice();
}

/** The switch between two journals. */
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

/** The message that a requested comparison could not be made, with the reason. */
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
    damaged: "Damaged: a check fails",
    newer: "Written by a newer version",
  };
  const lines = verdict.findings.first.map((finding) => element(
    "li", {}, finding.entry === null ? "" : [sequenceLink(journal, finding.entry), ": "],
    quoted(finding.problem), element("span", { class: "muted" }, ` (check ${finding.check})`)));
  const notes = [
    verdict.note, ...verdict.missing.map((lost) => `Missing: ${lost}.`),
    verdict.newer && `Entry ${verdict.newer} is of a newer version.`,
    ...verdict.remarks, ...journal.problems,
  ].filter(Boolean);
  return element(
    "div", { class: `verdict ${verdict.word}` },
    headline(
      { intact: "✓", damaged: "✗", newer: "!" }[verdict.word], words[verdict.word],
      journals.length > 1 ? [" – ", quoted(sideName(at))] : null),
    lines.length > 0 ? element("ul", {}, lines) : null,
    more(verdict.findings, "‘verify’ lists them"),
    notes.map((note) => element("p", {}, quoted(note))),
    element(
      "details", { class: "checked" },
      element("summary", {},
        `${counted(verdict.entries, "entry", "entries")}, ${counted(verdict.sessions, "session")} `
        + `and ${counted(verdict.outcomes, "outcome")} were checked`),
      element("p", { class: "muted" },
        "The checks are those of “route-replay verify”. Anchor ", command(verdict.anchor))));
}

// --- numbers ------------------------------------------------------------------------------------

function fillNumbers(journal) {
  const numbers = journal.numbers;
  const tile = (count, noun, sort = "") => element(
    "div", { class: `tile ${count > 0 ? sort : ""}` },
    element("dt", {}, noun), element("dd", {}, number(count)));
  const tiles = [
    tile(numbers.entries, named(numbers.entries, "entry", "entries")),
    tile(numbers.sessions, named(numbers.sessions, "session")),
    journal.devices.length > 1 ? tile(journal.devices.length, "devices") : null,
    tile(numbers.requests, named(numbers.requests, "request")),
    // Some outcomes are neither a success nor a failure.
    ...numbers.outcomes.first.map((outcome) => tile(
      outcome.count, outcome.word,
      outcome.isSuccess ? "good" : outcome.isFailure ? "bad" : "warn")),
    numbers.waiting === null ? null : [
      tile(numbers.waiting, "still waiting", "warn"),
      tile(numbers.actions, `${named(numbers.actions, "action")} pending`, "warn"),
    ],
    numbers.cut_off > 0
      ? tile(numbers.cut_off, `${named(numbers.cut_off, "session")} cut off`, "bad") : null,
  ];
  fillSection(
    "numbers", element("dl", { class: "tiles" }, tiles),
    numbers.first ? element(
      "p", { class: "muted" }, `From ${numbers.first} to ${numbers.newest}, in UTC.`) : null);
}

// --- transitions --------------------------------------------------------------------------------

function fillTransitions(journal) {
  const { transitions, problem } = journal.visits;
  if (problem !== null) {
    return fillSection(
      "transitions", element("p", {}, "Visits cannot be counted: ", quoted(problem)));
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
    table("Moves from screen to screen", ["from", "to", "times", "", "share"],
      moves.map((move) => [
        longText(move.from), longText(move.to), number(move.count),
        bar(move.count / moves[0].count), share(move.share),
      ]), [2, 4]),
    more(transitions, "‘stats screen-transitions’ has them"),
    transitionsPicture(moves.filter((move) => move.to !== "(exit)")));
}

// --- raw data -----------------------------------------------------------------------------------

function fillRaw(journal) {
  fillSection(
    "raw",
    element("p", { class: "muted" },
      "Every entry on this page, one JSON object per line, as “route-replay log -o jsonl” prints "
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

/** The number of differences that are listed; the list of entries has the others. */
const mostTold = 20;

function fillComparison() {
  if (!comparison) return;
  document.getElementById("comparison").hidden = false;
  document.getElementById("comparison-title").textContent = {
    rerun: "Does a rerun give the same result?", "what-if": "What changes with another table?",
    diff: "What differs between the two?",
  }[comparison.sort];
  const isSame = comparison.result === "identical";
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
      "Outcomes that differ", ["requests", "route", comparison.first, comparison.second],
      comparison.shifts.map((shift) => [
        number(shift.count), quoted(shift.route ?? "–"), quoted(shift.recorded),
        quoted(shift.replayed),
      ]), [0]) : null,
    rows.slice(0, mostTold).map((row, at) => differenceDetails(row, at === 0)),
    hidden > 0 ? element("p", { class: "muted" },
      `… and ${number(hidden)} more: `
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

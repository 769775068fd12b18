// What is chosen, and how a person moves: by links, by keys and by searching.

const current = { journal: journals[0], index: -1, shown: [] };
const list = new EntryList((index, takesFocus) => choose(index, takesFocus));
const search = document.getElementById("search");
const filter = document.getElementById("filter");

const filters = [
  ["all", "all entries", () => true],
  ["failed", "failed", (journal, index) => journal.has(index, flags.failure)],
  ["pending", "pending", (journal, index) => journal.has(index, flags.pending)],
  ["screens", "other screens", (journal, index) => journal.has(index, flags.screens)],
  ["differs", "differs", (journal, index) => differenceAt(journal, index) !== null],
].filter(([name]) => name !== "differs" || comparison);

/** The keys, with what they do; a capital goes backwards. */
const keys = [
  ["j", "next entry", () => move(1)],
  ["k", "entry before", () => move(-1)],
  ["g", "first entry", () => chooseShown(0)],
  ["G", "last entry", () => chooseShown(current.shown.length - 1)],
  ["f", "next that failed, F the one before", () => seek(flags.failure, 1, "failed")],
  ["F", null, () => seek(flags.failure, -1, "failed")],
  ["p", "next that is pending, P the one before", () => seek(flags.pending, 1, "is pending")],
  ["P", null, () => seek(flags.pending, -1, "is pending")],
  ["n", comparison ? "next that differs, N the one before" : null, () => seekDifference(1)],
  ["N", null, () => seekDifference(-1)],
  ["d", "the hierarchy before beside the one after", toggleBefore],
  ["/", "search; Escape shows all again", () => search.focus()],
];

// --- choosing -----------------------------------------------------------------------------------

/** Shows the entries of a journal. */
function showJournal(journal) {
  if (current.journal === journal && current.index >= 0) return;
  current.journal = journal;
  current.index = -1;
  const radio = document.querySelectorAll("#journals input")[journals.indexOf(journal)];
  if (radio) radio.checked = true;
  document.getElementById("subtitle").textContent =
    `${entryCount(journal)}, ${journal.scope}`;
  document.getElementById("place").replaceChildren(quoted(journal.place));
  fillNumbers(journal);
  fillAttention(journal);
  fillTimeline(journal);
  fillTransitions(journal);
  fillVisits(journal);
  fillEnvironment(journal);
  fillRaw(journal);
  applyFilter();
  choose(current.shown.length > 0 ? current.shown[0] : -1);
}

function entryCount(journal) {
  return counted(journal.count, "entry", "entries");
}

/**
 * Chooses an entry. One that is filtered out brings all entries back. A step to the next one is told
 * from a jump: going back leads to where stepping began.
 */
function choose(index, takesFocus = false, isStep = false) {
  if (index >= 0 && list.places[index] < 0) clearFilter();
  current.index = index;
  list.mark(index, takesFocus);
  showEntry(current.journal, index);
  if (index < 0) return;
  const journal = current.journal;
  remember(`#entry-${journal.sequence(index)}`, isStep);
  const what = journal.text(index, "what");
  announce(`Entry ${journal.sequence(index)}, ${journal.word(index)}, ${what}`);
}

/** Whether the browser's history knows the choices: not before the page has begun. */
let remembers = false;
let wasStep = false;

/** Puts a choice into the browser's history, so that going back leads to the one before. */
function remember(address, isStep) {
  const isSame = location.hash === address;
  const place = { journal: journals.indexOf(current.journal) };
  if (!remembers || isSame || (isStep && wasStep)) history.replaceState(place, "", address);
  else history.pushState(place, "", address);
  wasStep = isStep && remembers;
}

function chooseShown(place, isStep = false) {
  if (place < 0 || place >= current.shown.length) return;
  choose(current.shown[place], isInList(), isStep);
}

function move(count) {
  const place = list.places[current.index] ?? -1;
  chooseShown(Math.min(Math.max(place + count, 0), current.shown.length - 1), true);
}

/** Whether the list has the focus, or nothing has: then it goes along with the choice. */
function isInList() {
  return list.frame.contains(document.activeElement) || document.activeElement === document.body;
}

function seek(flag, direction, word) {
  seekWhere((index) => current.journal.has(index, flag), direction, word);
}

function seekDifference(direction) {
  if (comparison) {
    seekWhere((index) => differenceAt(current.journal, index) !== null, direction, "differs");
  }
}

function seekWhere(fits, direction, word) {
  const journal = current.journal;
  let index = current.index + direction;
  while (index >= 0 && index < journal.count && !fits(index)) index += direction;
  if (index >= 0 && index < journal.count) choose(index, isInList());
  else announce(`No ${direction > 0 ? "later" : "earlier"} entry ${word}.`);
}

function announce(text) {
  document.getElementById("announcement").textContent = text;
}

// --- searching ----------------------------------------------------------------------------------

/** The entries that the search and the choice beside it leave, by their indexes. */
function fitting(journal) {
  const [, , fits] = filters.find(([name]) => name === filter.value) ?? filters[0];
  const words = search.value.trim().toLowerCase();
  // Each text is looked at once, however many entries have it.
  const hits = words === "" ? null : data.texts.map((text) => text.toLowerCase().includes(words));
  const columns = ["what", "link", "reason", "kind", "outcome", "route", "screen_after"]
    .map((name) => journal.entries[name]);
  const shown = [];
  for (let index = 0; index < journal.count; index += 1) {
    if (!fits(journal, index)) continue;
    if (hits && String(journal.sequence(index)) !== words
      && !columns.some((column) => column[index] !== 0 && hits[column[index]])) continue;
    shown.push(index);
  }
  return shown;
}

function applyFilter() {
  const journal = current.journal;
  current.shown = fitting(journal);
  list.show(journal, current.shown);
  const all = current.shown.length === journal.count;
  document.getElementById("found").textContent =
    all ? "" : `${current.shown.length.toLocaleString("en")} of ${entryCount(journal)}`;
}

function clearFilter() {
  search.value = "";
  filter.value = "all";
  applyFilter();
}

function searchAgain() {
  applyFilter();
  if (current.shown.length > 0 && list.places[current.index] < 0) {
    choose(current.shown[0], false, true);
  } else {
    list.mark(current.index, false);
  }
}

// --- keys ---------------------------------------------------------------------------------------

function press(pressed) {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
  const isTyping = pressed.target.closest("input[type=search], select");
  if (pressed.key === "Escape" && isTyping) {
    clearFilter();
    list.mark(current.index, true);
    return;
  }
  if (pressed.key === "Enter" && pressed.target === search) {
    list.mark(current.index, true);
    return;
  }
  if (isTyping) return;
  const arrows = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
  const ends = { Home: () => chooseShown(0), End: () => chooseShown(current.shown.length - 1) };
  let action;
  // Arrows scroll the page everywhere else.
  if (list.frame.contains(pressed.target)) {
    action = pressed.key in arrows ? () => move(arrows[pressed.key]) : ends[pressed.key];
  }
  if (!action && document.getElementById("uses-keys").checked) {
    action = keys.find(([key]) => key === pressed.key)?.[2];
  }
  if (!action) return;
  pressed.preventDefault();
  action();
}

function fillKeys() {
  const told = [...keys.filter(([, what]) => what), ["↑ ↓", "in the list, like k and j"]];
  document.getElementById("keys").replaceChildren(...told.flatMap(
    ([key, what]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, what)]));
}

// --- the beginning ------------------------------------------------------------------------------

/** The entry that the address names, where somebody sees it; the one that is chosen otherwise. */
function chooseFromAddress() {
  const sequence = /^#entry-(-?\d+)$/.exec(location.hash)?.[1];
  if (sequence === undefined) return;
  const { journal } = history.state ?? {};
  remembers = false;
  if (journals[journal]) {
    const address = location.hash;
    showJournal(journals[journal]);
    history.replaceState({ journal }, "", address);
  }
  const index = current.journal.indexOf(sequence);
  if (index >= 0) {
    if (index !== current.index) choose(index);
    // At once: a page that opens at an entry shows it, and does not travel there.
    document.getElementById("entries").scrollIntoView({ block: "start", behavior: "instant" });
  }
  remembers = true;
}

/** So many rows of a long list are printed. */
const mostPrinted = 400;

function begin() {
  const address = location.hash;
  fillComparison();
  fillHeader();
  fillVerdict();
  fillKeys();
  filter.replaceChildren(
    ...filters.map(([name, label]) => element("option", { value: name }, label)));
  showJournal(journals[0]);
  search.addEventListener("input", searchAgain);
  filter.addEventListener("change", searchAgain);
  document.addEventListener("keydown", press);
  addEventListener("hashchange", chooseFromAddress);
  addEventListener("beforeprint", () => {
    document.getElementById("printed").textContent = list.print(mostPrinted);
  });
  addEventListener("afterprint", () => list.endPrint());
  if (address) {
    history.replaceState(null, "", address);
    chooseFromAddress();
  }
  remembers = true;
  // Ready is when the first entry is chosen, its row is drawn, and the browser has painted both.
  requestAnimationFrame(() => setTimeout(() => performance.mark("report-ready")));
}

begin();

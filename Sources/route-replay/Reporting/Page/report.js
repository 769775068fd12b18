// The chosen entry, and navigation: between views, by links and by keys.

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

/** The keys and their actions; a capital letter goes backwards. */
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
  document.getElementById("place").replaceChildren(quoted(shortened(journal.place, 120)));
  fillNumbers(journal);
  fillAttention(journal);
  fillTimeline(journal);
  fillTransitions(journal);
  fillVisits(journal);
  fillSessions(journal);
  fillRaw(journal);
  facet = null;
  applyFilter();
  begins(current.shown.length > 0 ? current.shown[0] : -1);
}

/** Chooses an entry without scrolling to it. */
function begins(index) {
  current.index = index;
  list.mark(index, false);
  showEntry(current.journal, index);
}

function entryCount(journal) {
  return counted(journal.count, "entry", "entries");
}

/**
 * Chooses an entry and shows it. If the entry is filtered out, all entries are listed again. A step
 * to the next entry is distinguished from a jump: going back leads to where the stepping began. If
 * there is no room for the list beside the entry, the entry replaces it, unless the list was
 * requested.
 */
function choose(index, takesFocus = false, isStep = false, staysInList = false) {
  if (index >= 0 && list.places[index] < 0) clearFilter();
  current.index = index;
  showView("entries");
  showPane(staysInList || index < 0 ? "list" : "entry");
  list.mark(index, takesFocus);
  showEntry(current.journal, index);
  if (index < 0) return;
  if (takesFocus && list.isHidden()) document.getElementById("entry").focus();
  const journal = current.journal;
  remember(`#entry-${journal.sequence(index)}`, isStep);
  const what = journal.text(index, "what");
  announce(`Entry ${journal.sequence(index)}, ${journal.word(index)}, ${what}`);
}

// --- views --------------------------------------------------------------------------------------

const views = [
  ["overview", "Overview"], ["entries", "Entries"], ["sessions", "Sessions"], ["file", "File"],
];

/** The view that contains an element of the page; null when the page has no such element. */
function viewOf(id) {
  return document.getElementById(id)?.closest(".view")?.dataset.view ?? null;
}

function showView(name) {
  if (document.body.dataset.view === name) return;
  document.body.dataset.view = name;
  for (const view of document.querySelectorAll(".view")) view.hidden = view.dataset.view !== name;
  for (const link of document.querySelectorAll("#views a")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo({ top: 0, behavior: "instant" });
  // A row can only be scrolled into view when the list is visible.
  if (name === "entries") list.measure();
  if (name === "entries" && current.index >= 0) list.mark(current.index, false);
}

/** Shows either the list or the entry if there is only room for one. */
function showPane(name) {
  document.body.dataset.pane = name;
}

function fillViews() {
  document.getElementById("views").replaceChildren(...views.map(([name, label]) => element(
    "li", {}, element("a", { href: `#${name}`, "data-view": name }, label))));
}

/** Whether choices are added to the browser's history: not before the page has started. */
let remembers = false;
let wasStep = false;

/** Adds a choice to the browser's history, so that going back leads to the one before. */
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

/** Whether the list has the focus, or nothing has: then the focus follows the choice. */
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
  else announce(`No ${direction > 0 ? "later" : "earlier"} entry ${word}.`, true);
}

/** Announces a text to screen readers; `isSeen` also shows it when the page does not. */
function announce(text, isSeen = false) {
  const place = document.getElementById("announcement");
  place.textContent = text;
  place.classList.toggle("unseen", !isSeen);
}

/** Hides the announcement. */
function hideAnnouncement() {
  document.getElementById("announcement").classList.add("unseen");
}

// --- keys ---------------------------------------------------------------------------------------

function press(pressed) {
  hideAnnouncement();
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
  const isTyping = pressed.target.closest("input[type=search], select");
  if (pressed.key === "Escape" && (isTyping || facet !== null)) {
    clearSearch();
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
  // Elsewhere, arrows scroll the page.
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

/** Shows a section named in the address, in its view. */
function showPlace(id) {
  const name = viewOf(id);
  if (name === null) return;
  showView(name);
  if (name === "entries") {
    showPane("list");
    // A skip link leads into a part that was hidden when the link was followed.
    return document.getElementById("entries").focus({ preventScroll: true });
  }
  if (id === name) return;
  document.getElementById(id).scrollIntoView({ block: "start", behavior: "instant" });
}

/** Shows the entry named in the address if its view is visible; otherwise the chosen one. */
function chooseFromAddress() {
  const sequence = /^#entry-(-?\d+)$/.exec(location.hash)?.[1];
  if (sequence === undefined) return showPlace(location.hash.slice(1) || "overview");
  const { journal } = history.state ?? {};
  remembers = false;
  if (journals[journal]) {
    const address = location.hash;
    showJournal(journals[journal]);
    history.replaceState({ journal }, "", address);
  }
  const index = current.journal.indexOf(sequence);
  if (index >= 0) {
    choose(index);
    scrollTo({ top: 0, behavior: "instant" });
  }
  remembers = true;
}

/** The number of rows of a long list that are printed. */
const mostPrinted = 400;

function begin() {
  const address = location.hash;
  fillComparison();
  fillHeader();
  fillViews();
  fillVerdict();
  fillKeys();
  filter.replaceChildren(
    ...filters.map(([name, label]) => element("option", { value: name }, label)));
  showJournal(journals[0]);
  showView("overview");
  showPane("list");
  search.addEventListener("input", searchAgain);
  filter.addEventListener("change", searchAgain);
  document.addEventListener("keydown", press);
  document.addEventListener("pointerdown", hideAnnouncement);
  addEventListener("hashchange", chooseFromAddress);
  addEventListener("beforeprint", () => {
    document.getElementById("printed").textContent = list.print(mostPrinted);
  });
  addEventListener("afterprint", () => list.endPrint());
  document.querySelector(".skip").addEventListener("click", () => showPlace("entries"));
  document.getElementById("to-list").addEventListener("click", () => {
    showPane("list");
    list.measure();
    list.mark(current.index, true);
  });
  if (address) chooseFromAddress();
  remembers = true;
  // The page is ready when the first entry is chosen, its row is drawn, and both are painted.
  requestAnimationFrame(() => setTimeout(() => performance.mark("report-ready")));
}

begin();

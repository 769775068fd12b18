// The list of entries. Only the visible rows are elements, so 50,000 entries cost no more than 50.
// The chosen row is always an element, so that it can have the focus and be named.

/** The styles of words that are not failures. */
const badges = {
  shown: "good", alreadyShown: "good", done: "good", identical: "good", accepted: "good",
  parked: "warn", expired: "warn", suspended: "warn", retried: "warn", outage: "warn",
};

class EntryList {
  constructor(choose) {
    this.frame = document.getElementById("list");
    this.rows = document.getElementById("rows");
    this.choose = choose;
    this.shown = [];
    this.height = 0;
    this.frame.addEventListener("scroll", () => this.draw());
    this.rows.addEventListener("click", (click) => this.click(click));
    new ResizeObserver(() => this.measure()).observe(this.frame);
  }

  /** Lists these entries of a journal. */
  show(journal, shown) {
    this.journal = journal;
    this.shown = shown;
    // The position of each entry in the list, as an array: a map of 50,000 entries costs more.
    this.places = new Int32Array(journal.count).fill(-1);
    shown.forEach((index, place) => { this.places[index] = place; });
    document.getElementById("nothing").hidden = shown.length > 0;
    this.measure();
  }

  /** Whether there is no room for the list beside the entry. */
  isHidden() {
    return this.frame.clientHeight === 0;
  }

  measure() {
    if (!this.journal) return;
    const height = parseFloat(getComputedStyle(this.frame).getPropertyValue("--row-height"));
    this.height = height * parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.rows.style.height = `${this.shown.length * this.height}px`;
    this.draw();
  }

  /** Marks the chosen entry, and scrolls it into view. */
  mark(index, takesFocus) {
    this.chosen = index;
    const place = this.places[index];
    if (place >= 0) this.reveal(place);
    this.draw();
    if (takesFocus) this.rows.querySelector("[aria-current]")?.focus({ preventScroll: true });
  }

  /** A row next to the visible ones appears at the edge; a distant one with its neighbours. */
  reveal(place) {
    if (this.isHidden()) return;
    const top = place * this.height;
    const { scrollTop, clientHeight } = this.frame;
    const beyond = Math.max(scrollTop - top, top + this.height - scrollTop - clientHeight);
    if (beyond <= 0) return;
    if (beyond > 2 * this.height) this.frame.scrollTop = top - (clientHeight - this.height) / 2;
    else this.frame.scrollTop += top < scrollTop ? -beyond : beyond;
  }

  draw() {
    if (!this.journal || this.isPrinting) return;
    const hadFocus = this.rows.contains(document.activeElement);
    const first = Math.max(0, Math.floor(this.frame.scrollTop / this.height) - 10);
    const count = Math.ceil(this.frame.clientHeight / this.height) + 20;
    const last = Math.min(this.shown.length, first + count);
    const places = [];
    const chosen = this.chosen === undefined ? -1 : this.places[this.chosen];
    if (chosen >= 0 && chosen < first) places.push(chosen);
    for (let place = first; place < last; place += 1) places.push(place);
    if (chosen >= last) places.push(chosen);
    this.rows.replaceChildren(...places.map((place) => this.row(place)));
    if (hadFocus) this.rows.querySelector("[aria-current]")?.focus({ preventScroll: true });
  }

  row(place) {
    const index = this.shown[place];
    const journal = this.journal;
    const at = journal.entries.at[index];
    const isChosen = index === this.chosen;
    const word = journal.word(index);
    const link = element(
      "a", {
        href: `#entry-${journal.sequence(index)}`, "data-index": index,
        "aria-current": isChosen ? "step" : null, tabindex: isChosen ? 0 : -1,
        class: journal.has(index, flags.failure) ? "failure" : null,
      },
      element("span", { class: "number" }, String(journal.sequence(index))),
      element("time", { datetime: at }, shortTime(at)),
      badge(word, journal.has(index, flags.failure)),
      this.subject(journal.text(index, "what") || journal.text(index, "route") || "–"),
      journal.has(index, flags.pending) ? badge("pending", false, "warn") : null,
      differenceAt(journal, index) ? badge("differs", true) : null);
    const item = element(
      "li", { "aria-setsize": this.shown.length, "aria-posinset": place + 1 }, link);
    item.style.transform = `translateY(${place * this.height}px)`;
    return item;
  }

  /** The subject of an entry; of a long text, the part in which it differs from the others. */
  subject(text) {
    const cut = distinct(text);
    const made = quoted(cut, "what");
    if (cut !== text) made.title = text;
    return made;
  }

  click(click) {
    const link = click.target.closest("a");
    if (!link || click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    this.choose(Number(link.dataset.index), true);
  }

  /** Renders as many rows as are useful in print, around the chosen one; returns which. */
  print(most) {
    const chosen = Math.max(0, this.places[this.chosen] ?? 0);
    const first = Math.max(0, Math.min(chosen - most / 2, this.shown.length - most));
    const places = this.shown.slice(first, first + most).map((_, offset) => first + offset);
    this.isPrinting = true;
    this.rows.replaceChildren(...places.map((place) => this.row(place)));
    return places.length === this.shown.length
      ? "" : `Rows ${first + 1} to ${first + places.length} of ${this.shown.length} are printed.`;
  }

  endPrint() {
    this.isPrinting = false;
    this.draw();
  }
}

// --- long texts ---------------------------------------------------------------------------------

/** The longest text that fits into a row, or that differs from others within a row. */
const mostAlike = 32;

/** The number of leading characters that each long text shares with the most similar one. */
let alike = null;

function findAlike() {
  const places = new Set();
  for (const journal of journals) {
    for (const column of ["what", "link"]) {
      for (const place of journal.entries[column]) places.add(place);
    }
  }
  const texts = [...places].map(textAt).filter((text) => text.length > mostAlike).sort();
  alike = new Map();
  let before = 0;
  texts.forEach((text, at) => {
    const next = at + 1 < texts.length ? texts[at + 1] : "";
    let common = 0;
    while (common < text.length && text[common] === next[common]) common += 1;
    alike.set(text, Math.max(before, common));
    before = common;
  });
}

/**
 * A text without the part of its beginning that others share, so that two rows never look equal; at
 * most this many characters of it.
 */
function distinct(text, most = Infinity) {
  if (text.length <= (most === Infinity ? mostAlike : most)) return text;
  if (alike === null) findAlike();
  let start = (alike.get(text) ?? 0) - 12;
  if (start + 12 <= mostAlike) return shortened(text, most);
  // Do not split a character.
  if (/[\uDC00-\uDFFF]/.test(text[start])) start -= 1;
  return shortened(`${shortened(text, 15)}${text.slice(start)}`, most);
}

/** A word in a box: good, bad, to be examined, or neutral. */
function badge(word, isFailure, sort = badges[word]) {
  return element("span", { class: `badge ${isFailure ? "bad" : sort ?? ""}` }, word);
}

/** `2026-05-17T10:05:03.120Z` as `05-17 10:05:03`. */
function shortTime(time) {
  return time.slice(-19, -5).replace("T", " ");
}

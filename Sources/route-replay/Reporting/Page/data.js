"use strict";
// What the page knows, and how it makes elements. Everything that comes from a journal reaches the
// page as the text of a text node, so nothing in it can become markup.

const data = JSON.parse(document.getElementById("data").textContent);

/** The text at a place, as a person may see it; "" for none. */
function textAt(place) {
  return data.texts[place];
}

/** The text at a place exactly as it is in the journal; null for none. */
function exactAt(place) {
  if (place === 0) return null;
  return Object.hasOwn(data.exact, place) ? data.exact[place] : data.texts[place];
}

/** An element with attributes and children; null and false are left out, texts become text. */
function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for a picture. */
function drawn(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...content(children));
  return made;
}

/** What is really there of nested lists of elements and texts. */
function content(parts) {
  return parts.flat(Infinity).filter((part) => part !== null && part !== undefined);
}

/** A text of the journal: set apart, so that what is written from right to left stays inside. */
function quoted(text, kind = "quoted") {
  return element("bdi", { class: kind }, text);
}

/** A command to copy and type. */
function command(line) {
  return element("code", { class: "command" }, line);
}

function counted(count, noun, plural = noun + "s") {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
}

const flags = { failure: 1, pending: 2, screens: 4 };

/** One journal of the report. Entries are known by their index, from 0. */
class Journal {
  constructor(raw) {
    Object.assign(this, raw);
    this.count = raw.entries.count;
    // The newest drawing that was asked for: the next one is most often the one after it.
    this.newest = { index: -1, rows: [] };
  }

  has(index, flag) {
    return (this.entries.flags[index] & flag) !== 0;
  }

  /** The column of an entry that is a text. */
  text(index, column) {
    return textAt(this.entries[column][index]);
  }

  /** The column of an entry that few have; null for none. */
  number(index, column) {
    return this.entries[column][index] ?? null;
  }

  sequence(index) {
    return this.entries.sequence[index];
  }

  /** The index of the entry with a sequence; -1 where the page has none. */
  indexOf(sequence) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Number(this.sequence(middle)) < Number(sequence)) low = middle + 1;
      else high = middle;
    }
    return low < this.count && String(this.sequence(low)) === String(sequence) ? low : -1;
  }

  /** The indexes of the first and the last entry of a session; -1 where there is none. */
  entriesOf(session) {
    const numbers = this.entries.session;
    return { first: numbers.indexOf(session), last: numbers.lastIndexOf(session) };
  }

  /** In one word what became of it. */
  word(index) {
    return this.text(index, "outcome") || this.text(index, "kind");
  }

  /**
   * The rows of the hierarchy after an entry; null where it is not known. An entry has what differs
   * from the drawing before, and every 256th has all of it.
   */
  drawing(index) {
    if (index < 0 || index >= this.known) return null;
    let start = index;
    if (this.newest.index !== index) {
      while (start > 0 && start % 256 !== 0 && start - 1 !== this.newest.index) start -= 1;
    }
    let rows = start - 1 === this.newest.index ? this.newest.rows : [];
    if (this.newest.index === index) return this.newest.rows.map((row) => this.row(row));
    for (let at = start; at <= index; at += 1) {
      const [head, tail, ...between] = this.entries.drawing[at];
      rows = [...rows.slice(0, head), ...between, ...(tail > 0 ? rows.slice(-tail) : [])];
    }
    this.newest = { index, rows };
    return rows.map((row) => this.row(row));
  }

  row(number) {
    const [lead, label, level, isVisible] = this.rows[number];
    return { lead: textAt(lead), label: textAt(label), level, isVisible: isVisible === 1 };
  }

  /** One entry as `log -o jsonl` prints it, without the digest of the chain. */
  record(index) {
    const entries = this.entries;
    const text = (column) => exactAt(entries[column][index]);
    return {
      sequence: entries.sequence[index], at: entries.at[index], session: entries.session[index],
      kind: text("kind"), outcome: text("outcome"), route: text("route"), link: text("link"),
      what: text("what"), reason: text("reason"), request: this.number(index, "request"),
      cause: this.number(index, "cause"), entry_point: text("entry_point"),
      duration_us: this.number(index, "duration_us"), screen_before: text("screen_before"),
      screen_after: text("screen_after"), action: this.number(index, "action"),
      attempt: this.number(index, "attempt"), scene: text("scene"),
      route_version: this.number(index, "route_version"), router: text("router"),
      variant: text("variant"), state_digest: entries.state_digest[index],
    };
  }
}

const journals = data.journals.map((raw) => new Journal(raw));

/** What the report compares; null where it does not. A row is found by its last entry. */
const comparison = data.comparison && {
  ...data.comparison,
  bySide: ["first", "second"].map(
    (side) => new Map(data.comparison.rows.map((row) => [String(row[side]), row]))),
};

/** The difference that an entry of a journal ends with; null for none. */
function differenceAt(journal, index) {
  if (!comparison || index < 0) return null;
  const side = journals.indexOf(journal);
  return comparison.bySide[side].get(String(journal.sequence(index))) ?? null;
}

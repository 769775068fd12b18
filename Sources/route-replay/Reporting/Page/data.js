// The data of a report.

/** The text at an index, in visible form; "" for none. */
function textAt(place) {
  return data.texts[place];
}

/** The text at an index exactly as it is in the journal; null for none. */
function exactAt(place) {
  if (place === 0) return null;
  return Object.hasOwn(data.exact, place) ? data.exact[place] : data.texts[place];
}

const flags = { failure: 1, pending: 2, screens: 4 };

/** One journal of the report. Entries are identified by their index, from 0. */
class Journal {
  constructor(raw) {
    Object.assign(this, raw);
    this.count = raw.entries.count;
    // The drawing that was requested last: the next one is most often the one after it.
    this.newest = { index: -1, rows: [] };
    this.sessionPlaces = new Map(raw.sessions.session.map((number, place) => [number, place]));
  }

  has(index, flag) {
    return (this.entries.flags[index] & flag) !== 0;
  }

  /** A column of texts of entries. */
  text(index, column) {
    return textAt(this.entries[column][index]);
  }

  /** A column that few entries have; null for the others. */
  number(index, column) {
    return this.entries[column][index] ?? null;
  }

  sequence(index) {
    return this.entries.sequence[index];
  }

  /** The index of the entry with a sequence; -1 when the page does not have it. */
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

  // --- sessions and times -----------------------------------------------------------------------

  /** A column of texts of sessions, by the index of the session. */
  sessionText(place, column) {
    return textAt(this.sessions[column][place]);
  }

  /** The index of the text that is the device of an entry's session; 0 when it is not known. */
  device(index) {
    const place = this.sessionPlaces.get(this.entries.session[index]);
    return place === undefined ? 0 : this.sessions.device[place];
  }

  /**
   * For each session on the page, by its index: entries, failures, the first and the last entry.
   */
  get tallies() {
    this.madeTallies ??= this.tally(
      this.sessions.count, (index) => this.sessionPlaces.get(this.entries.session[index]));
    return this.madeTallies;
  }

  /** The devices, those with the most failures first. */
  get devices() {
    this.madeDevices ??= this.tallyDevices();
    return this.madeDevices;
  }

  tallyDevices() {
    const places = new Map();
    for (const device of this.sessions.device) {
      if (!places.has(device)) places.set(device, places.size);
    }
    const tallies = this.tally(places.size, (index) => places.get(this.device(index)));
    const devices = [...places.keys()].map((device, at) => ({
      device, sessions: 0, cutOff: 0, ...tallies[at],
    }));
    this.sessions.device.forEach((device, session) => {
      const told = devices[places.get(device)];
      told.sessions += 1;
      told.cutOff += this.sessions.cut_off[session];
    });
    return devices.sort((one, other) =>
      other.failures - one.failures || other.entries - one.entries);
  }

  tally(count, placeOf) {
    const tallies = Array.from(
      { length: count }, () => ({ entries: 0, failures: 0, first: -1, last: -1 }));
    for (let index = 0; index < this.count; index += 1) {
      const tally = tallies[placeOf(index)];
      if (!tally) continue;
      tally.entries += 1;
      if (this.has(index, flags.failure)) tally.failures += 1;
      if (tally.first < 0) tally.first = index;
      tally.last = index;
    }
    return tallies;
  }

  /** The indices of the first and the last entry of a session; -1 when there is none. */
  entriesOf(session) {
    return this.tallies[this.sessionPlaces.get(session)] ?? { first: -1, last: -1 };
  }

  /** The time of each entry in milliseconds; NaN for a time beyond the range of dates. */
  get moments() {
    this.madeMoments ??= Float64Array.from(this.entries.at, (time) => Date.parse(time));
    return this.madeMoments;
  }

  /** The result of the entry, in one word. */
  word(index) {
    return this.text(index, "outcome") || this.text(index, "kind");
  }

  /**
   * The rows of the hierarchy after an entry; null when it is not known. An entry has the
   * difference from the drawing before, and every 256th has the complete drawing.
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

/** The comparison of the report; null when it has none. A row is found by its last entry. */
const comparison = data.comparison && {
  ...data.comparison,
  bySide: ["first", "second"].map(
    (side) => new Map(data.comparison.rows.map((row) => [String(row[side]), row]))),
};

/** The difference of the request that an entry of a journal ends; null for none. */
function differenceAt(journal, index) {
  if (!comparison || index < 0) return null;
  const side = journals.indexOf(journal);
  return comparison.bySide[side].get(String(journal.sequence(index))) ?? null;
}

// When the journal was used: entries over time, and below them a strip for each device, or for each
// session if there is only one device.

/** Lengths of time in seconds; one is chosen so that a picture has few enough bars. */
const steps = [
  [1, "second"], [5, "5 seconds"], [15, "15 seconds"], [60, "minute"], [300, "5 minutes"],
  [900, "15 minutes"], [3600, "hour"], [10800, "3 hours"], [21600, "6 hours"], [86400, "day"],
  [604800, "week"], [2592000, "30 days"], [31536000, "year"], [315360000, "10 years"],
];
const mostBars = 72;
/**
 * The number of strips that are shown until the user asks for more; then the most strips in all.
 */
const [mostStrips, mostMadeStrips] = [10, 200];

/** The entries of a journal in equal intervals of time; null when no entry has a date. */
function timeBins(journal) {
  const { moments } = journal;
  let [from, to, undated] = [Infinity, -Infinity, 0];
  for (const moment of moments) {
    if (Number.isNaN(moment)) {
      undated += 1;
      continue;
    }
    if (moment < from) from = moment;
    if (moment > to) to = moment;
  }
  if (from > to) return null;
  const [seconds, words] = steps.find(([step]) => (to - from) / 1000 / step < mostBars - 1)
    ?? [Math.ceil((to - from) / 1000 / (mostBars - 2)), "bar"];
  const step = seconds * 1000;
  const start = Math.floor(from / step) * step;
  const count = Math.floor((to - start) / step) + 1;
  const binOf = (index) => Math.floor((moments[index] - start) / step);
  return { start, step, words, count, binOf, undated, total: timeTally(journal, count, binOf) };
}

function timeTally(journal, count, binOf, indexes = null) {
  const [entries, failures] = [new Int32Array(count), new Int32Array(count)];
  const add = (index) => {
    const bin = binOf(index);
    if (Number.isNaN(bin)) return;
    entries[bin] += 1;
    if (journal.has(index, flags.failure)) failures[bin] += 1;
  };
  if (indexes) indexes.forEach(add);
  else for (let index = 0; index < journal.count; index += 1) add(index);
  return { entries, failures };
}

function fillTimeline(journal) {
  const bins = timeBins(journal);
  if (bins === null) {
    const words = journal.count === 0 ? "There are no entries." : "No entry has a date.";
    return fillSection("timeline", element("p", { class: "muted" }, words));
  }
  const used = [...bins.total.entries.keys()].filter((bin) => bins.total.entries[bin] > 0);
  fillSection(
    "timeline",
    element("p", { class: "muted" },
      `Each bar is ${/^[0-9]/.test(bins.words) ? bins.words : `a ${bins.words}`} of entries, `
      + "red below for those that failed."
      + (bins.undated > 0
        ? ` ${counted(bins.undated, "entry", "entries")} with no date are left out.` : "")),
    timePicture(journal, bins),
    element(
      "details", {}, element("summary", {}, "The same as a table"),
      table("Entries over time", ["from", "entries", "failed"], {
        count: used.length,
        row: (at) => [
          facetLink(timeFacet(bins, used[at]), moment(bins, used[at])),
          number(bins.total.entries[used[at]]), number(bins.total.failures[used[at]]),
        ],
      }, [1, 2], 20)),
    strips(journal, bins));
}

/** The beginning of a bar. */
function moment(bins, bin) {
  return toTheSecond(new Date(bins.start + bin * bins.step).toISOString());
}

function timeFacet(bins, bin) {
  return {
    name: "time", value: `${bins.start} ${bin}`, words: `${bins.words} from ${moment(bins, bin)}`,
    fits: (index) => bins.binOf(index) === bin,
  };
}

function timePicture(journal, bins) {
  const { entries, failures } = bins.total;
  const most = Math.max(...entries);
  const busiest = entries.indexOf(most);
  const shapes = [];
  for (let bin = 0; bin < bins.count; bin += 1) {
    if (entries[bin] === 0) continue;
    const tall = Math.max(2, (100 * entries[bin]) / most);
    const red = failures[bin] > 0 ? Math.max(2, (100 * failures[bin]) / most) : 0;
    const shape = (kind, height) => drawn("rect", {
      class: kind, x: bin * 10 + 0.75, y: (100 - height).toFixed(2), width: 8.5,
      height: height.toFixed(2),
    });
    shapes.push(drawn(
      "g", { class: "part", onclick: () => setFacet(timeFacet(bins, bin)) },
      drawn("title", {}, `${moment(bins, bin)}: ${counted(entries[bin], "entry", "entries")}, `
        + `${number(failures[bin])} failed`),
      shape("use", tall), red > 0 ? shape("failed", red) : null));
  }
  return element(
    "figure", { class: "over-time" },
    element("span", { class: "muted most", "aria-hidden": "true" }, number(most)),
    drawn("svg", {
      viewBox: `0 0 ${bins.count * 10} 100`, preserveAspectRatio: "none", role: "img",
      "aria-label": "Entries over time, the most, "
        + `${number(most)}, from ${moment(bins, busiest)} on`,
    }, shapes),
    timeAxis(bins));
}

function timeAxis(bins) {
  const count = Math.min(4, bins.count);
  const marks = Array.from(
    { length: count }, (_, part) => Math.floor((part * bins.count) / count));
  const characters = bins.step < 60_000 ? 19 : 16;
  return element(
    "p", { class: "axis muted", "aria-hidden": "true" },
    marks.map((bin) => element("span", {}, moment(bins, bin).slice(0, characters))));
}

// --- a strip for each ---------------------------------------------------------------------------

function strips(journal, bins) {
  const isFleet = journal.devices.length > 1;
  const lanes = isFleet ? deviceLanes(journal) : sessionLanes(journal);
  if (lanes.length < 2) return null;
  const made = lanes.slice(0, mostMadeStrips);
  fillStrips(journal, bins, made, isFleet);
  const name = isFleet ? "device" : "session";
  const most = bins.total.entries.reduce((one, other) => Math.max(one, other), 1);
  return [
    element("h3", {}, isFleet ? "Device by device" : "Session by session"),
    element("p", { class: "muted" }, isFleet
      ? "Those with the most failures first; darker is more, red has failures."
      : "The newest first; darker is more, red has failures."),
    element("div", { class: "strips", id: "strips" }, table(
      `Use over time, ${name} by ${name}`,
      [name, `${moment(bins, 0).slice(0, 10)} to ${moment(bins, bins.count - 1).slice(0, 10)}`,
        ...(isFleet ? ["sessions"] : ["ended"]), "entries", "failed"],
      {
        count: made.length,
        row: (at) => [
          made[at].link(), strip(bins, made[at], most), made[at].note, number(made[at].entries),
          number(made[at].failures),
        ],
      }, isFleet ? [2, 3, 4] : [3, 4], mostStrips)),
    lanes.length > made.length ? element("p", { class: "muted" },
      `… and ${number(lanes.length - made.length)} more, under “Sessions”.`) : null,
  ];
}

function deviceLanes(journal) {
  return journal.devices.map((told) => ({
    ...told, key: told.device, note: number(told.sessions), tally: null,
    link: () => facetLink(deviceFacet(told.device), quoted(shortened(textAt(told.device), 40))),
  }));
}

function sessionLanes(journal) {
  return journal.sessions.session.map((session, place) => ({
    ...journal.tallies[place], key: session, tally: null,
    note: quoted(journal.sessionText(place, "ending")),
    link: () => facetLink(sessionFacet(session), String(session)),
  })).reverse();
}

/** Counts the entries of the visible strips, in one pass. */
function fillStrips(journal, bins, lanes, isFleet) {
  const found = new Map(lanes.map((lane) => [lane.key, []]));
  for (let index = 0; index < journal.count; index += 1) {
    found.get(isFleet ? journal.device(index) : journal.entries.session[index])?.push(index);
  }
  for (const lane of lanes) {
    lane.tally = timeTally(journal, bins.count, bins.binOf, found.get(lane.key));
  }
}

function strip(bins, lane, most) {
  const { entries, failures } = lane.tally;
  const shapes = [];
  for (let bin = 0; bin < bins.count; bin += 1) {
    if (entries[bin] === 0) continue;
    const opacity = 0.35 + 0.65 * (Math.log1p(entries[bin]) / Math.log1p(most));
    shapes.push(drawn("rect", {
      class: "use", x: bin, y: 0, width: 1, height: 10, "fill-opacity": opacity.toFixed(2),
    }));
    if (failures[bin] > 0) {
      shapes.push(drawn("rect", { class: "failed", x: bin, y: 5, width: 1, height: 5 }));
    }
  }
  return drawn("svg", {
    class: "strip", viewBox: `0 0 ${bins.count} 10`, preserveAspectRatio: "none",
    "aria-hidden": "true",
  }, shapes);
}

// Search over links, screens, sessions and devices: the entries that match some words or a selected
// item, and the items whose names contain the words.

/** The selected item, to whose entries the list is limited; null for none. */
let facet = null;

/** The columns of an entry that are searched. */
const searched = [
  "what", "link", "reason", "kind", "outcome", "route", "screen_before", "screen_after",
  "entry_point", "scene", "router", "variant",
];
/** The columns of a session that are searched. */
const searchedOfSessions = [
  "device", "identifier", "app_version", "build", "system", "beginning", "ending",
];

function sessionFacet(session) {
  return {
    name: "session", value: session, words: `session ${session}`,
    fits: (index, journal) => journal.entries.session[index] === session,
  };
}

function deviceFacet(device) {
  return {
    name: "device", value: device, words: `device ${textAt(device)}`,
    fits: (index, journal) => journal.device(index) === device,
  };
}

/** Entries with a text in one of some columns. */
function textFacet(name, place, columns) {
  return {
    name, value: place, words: `${name} ${textAt(place)}`,
    fits: (index, journal) => columns.some((column) => journal.entries[column][index] === place),
  };
}

/** Requests that failed for a reason; without a reason, those with the same outcome. */
function reasonFacet(reason) {
  return {
    name: "reason", value: reason, words: `reason ${reason}`,
    fits: (index, journal) => journal.has(index, flags.failure)
      && journal.entries.outcome[index] !== 0
      && (journal.text(index, "reason") || journal.text(index, "outcome")) === reason,
  };
}

/** Whether an entry is one of a facet. */
function facetTest(journal) {
  if (facet === null) return () => true;
  if (facet.fits instanceof Set) return (index) => facet.fits.has(index);
  return (index) => facet.fits(index, journal);
}

/** A link to the entries of one item. */
function facetLink(one, ...parts) {
  return element("a", {
    href: "#entries",
    onclick: (click) => {
      click.preventDefault();
      setFacet(one);
    },
  }, ...parts);
}

function setFacet(one) {
  clearFilter();
  facet = one;
  applyFilter();
  showView("entries");
  choose(current.shown.length > 0 ? current.shown[0] : -1, false, false, true);
}

// --- what fits ----------------------------------------------------------------------------------

function wordsOfSearch() {
  return search.value.trim().toLowerCase();
}

/** The texts that contain some words: each text is searched once for all entries that have it. */
function hitsOf(words) {
  return data.texts.map((text) => text.toLowerCase().includes(words));
}

/** The sessions whose data contains some words. */
function sessionHits(journal, words, hits) {
  const { sessions } = journal;
  const found = new Set();
  const columns = searchedOfSessions.map((name) => sessions[name]);
  sessions.session.forEach((session, place) => {
    if (`session ${session}` === words
      || columns.some((column) => column[place] !== 0 && hits[column[place]])) found.add(session);
  });
  return found;
}

/** The entries that match the search and the selected facet, by their indices. */
function fitting(journal) {
  const [, , fits] = filters.find(([name]) => name === filter.value) ?? filters[0];
  const words = wordsOfSearch();
  const hits = words === "" ? null : hitsOf(words);
  const sessions = hits ? sessionHits(journal, words, hits) : null;
  const columns = searched.map((name) => journal.entries[name]);
  const isOfFacet = facetTest(journal);
  const shown = [];
  for (let index = 0; index < journal.count; index += 1) {
    if (!fits(journal, index) || !isOfFacet(index)) continue;
    if (hits && String(journal.sequence(index)) !== words
      && !columns.some((column) => column[index] !== 0 && hits[column[index]])
      && !sessions.has(journal.entries.session[index])) continue;
    shown.push(index);
  }
  fillMatches(journal, words, hits, sessions);
  return shown;
}

// --- what has the words in its name -------------------------------------------------------------

/** The most items of each kind that are offered. */
const mostOffered = 6;

function fillMatches(journal, words, hits, sessions) {
  const place = document.getElementById("matches");
  if (facet !== null) {
    return place.replaceChildren(element(
      "p", { class: "picked" }, "Only ", quoted(shortened(facet.words, 120)), " ",
      element("button", { type: "button", class: "small", onclick: clearSearch }, "Show all")));
  }
  if (!hits) return place.replaceChildren();
  const groups = [
    textMatches(journal, "link", ["link"], hits),
    textMatches(journal, "screen", ["screen_before", "screen_after"], hits),
    textMatches(journal, "reason", ["reason"], hits),
    sessionMatches(journal, sessions), deviceMatches(journal, hits),
  ].filter((group) => group.count > 0);
  place.replaceChildren(...groups.map((group) => element(
    "p", { class: "offers" },
    element("span", { class: "muted" }, counted(group.count, group.name)),
    group.first.map(([one, label, count]) => element(
      "button", { type: "button", class: "small offer", onclick: () => setFacet(one) },
      quoted(distinct(label, 60)), element("span", { class: "muted" }, ` ${number(count)}`))))));
}

function textMatches(journal, name, columns, hits) {
  const counts = new Map();
  for (let index = 0; index < journal.count; index += 1) {
    let before = 0;
    for (const column of columns) {
      const place = journal.entries[column][index];
      if (place === 0 || place === before || !hits[place]) continue;
      counts.set(place, (counts.get(place) ?? 0) + 1);
      before = place;
    }
  }
  return offered(name, [...counts], (place) => textFacet(name, place, columns), textAt);
}

function sessionMatches(journal, sessions) {
  const counts = [...sessions].map((session) => [
    session, journal.tallies[journal.sessionPlaces.get(session)].entries,
  ]);
  return offered("session", counts, sessionFacet, String);
}

function deviceMatches(journal, hits) {
  const counts = journal.devices.filter((one) => hits[one.device])
    .map((one) => [one.device, one.entries]);
  return offered("device", counts, deviceFacet, textAt);
}

function offered(name, counts, facetOf, labelOf) {
  counts.sort((one, other) => other[1] - one[1]);
  return {
    name, count: counts.length,
    first: counts.slice(0, mostOffered).map(
      ([key, count]) => [facetOf(key), labelOf(key), count]),
  };
}

// --- searching ----------------------------------------------------------------------------------

function applyFilter() {
  const journal = current.journal;
  current.shown = fitting(journal);
  list.show(journal, current.shown);
  const all = current.shown.length === journal.count;
  document.getElementById("found").textContent =
    all ? "" : `${number(current.shown.length)} of ${entryCount(journal)}`;
}

function clearFilter() {
  search.value = "";
  filter.value = "all";
  facet = null;
  applyFilter();
}

function clearSearch() {
  clearFilter();
  list.mark(current.index, true);
}

function searchAgain() {
  facet = null;
  applyFilter();
  if (current.shown.length > 0 && list.places[current.index] < 0) {
    choose(current.shown[0], false, true, true);
  } else {
    showView("entries");
    list.mark(current.index, false);
  }
}

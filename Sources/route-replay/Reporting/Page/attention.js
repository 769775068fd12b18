// The lists of items that need attention: failures, with equal ones grouped, pending work, and
// sessions that were cut off.

/**
 * The number of groups, and of lines of other lists, that are shown until the user asks for more.
 */
const mostGroups = 8;

function fillAttention(journal) {
  fillSection(
    "attention",
    failureList(journal, failureGroups(journal)), reasonList(journal), cutOffList(journal));
  fillSection("waiting", pendingList(journal));
}

/** Failures grouped by link, end and reason, the most frequent first. */
function failureGroups(journal) {
  const { link, what, outcome, kind, reason } = journal.entries;
  const groups = new Map();
  for (let index = 0; index < journal.count; index += 1) {
    if (!journal.has(index, flags.failure)) continue;
    const subject = link[index] || what[index];
    const key = `${subject} ${outcome[index] || kind[index]} ${reason[index]}`;
    let group = groups.get(key);
    if (!group) {
      group = { subject, key, indexes: [], sessions: new Set(), devices: new Set() };
      groups.set(key, group);
    }
    group.indexes.push(index);
    group.sessions.add(journal.entries.session[index]);
    group.devices.add(journal.device(index));
  }
  return [...groups.values()].sort((one, other) =>
    other.indexes.length - one.indexes.length || one.indexes[0] - other.indexes[0]);
}

function failureList(journal, groups) {
  if (groups.length === 0) {
    return element("p", { class: "muted" }, "No request and no action failed.");
  }
  const place = element("ol", { class: "plain links", id: "failures" });
  const total = groups.reduce((sum, group) => sum + group.indexes.length, 0);
  return [
    element("p", { class: "muted" },
      `${counted(total, "failure")}; equal ones are one line, the most frequent first.`),
    place,
    grow(place, groups.length, mostGroups, (at) => failureGroup(journal, groups[at])),
  ];
}

function failureGroup(journal, group) {
  const { indexes } = group;
  const last = indexes[indexes.length - 1];
  const reason = journal.text(last, "reason");
  const parts = [
    badge(journal.word(last), true),
    quoted(distinct(textAt(group.subject), 160) || journal.text(last, "route") || "–"),
  ];
  const where = [
    group.sessions.size > 1 ? `in ${counted(group.sessions.size, "session")}` : null,
    group.devices.size > 1 ? `on ${counted(group.devices.size, "device")}` : null,
    `${indexes.length > 1 ? "last " : ""}${toTheSecond(journal.entries.at[last])}`,
  ].filter(Boolean).join(", ");
  return element(
    "li", {},
    element("span", { class: "times", "aria-hidden": "true" }, `${number(indexes.length)} ×`),
    element(
      "div", {},
      indexes.length === 1 ? entryLink(journal, last, ...parts) : facetLink({
        name: "failure", value: group.key, words: `failures of ${textAt(group.subject)}`,
        fits: new Set(indexes),
      }, ...parts),
      element(
        "p", { class: "muted" },
        element("span", { class: "unseen" }, counted(indexes.length, "time") + ", "),
        reason ? [quoted(shortened(reason, 200)), " – "] : null, where)));
}

function reasonList(journal) {
  const { reasons } = journal.numbers;
  if (reasons.first.length === 0) return null;
  const most = reasons.first[0].count;
  return [
    element("h3", {}, "Why requests failed"),
    element("div", { id: "reasons" }, table(
      "Why requests failed", ["reason", "times", ""],
      reasons.first.map((one) => [
        facetLink(reasonFacet(one.reason), quoted(shortened(one.reason, 200))), number(one.count),
        bar(one.count / most, "failed"),
      ]), [1], 5)),
    more(reasons, "‘stats failure-reasons’ has them"),
  ];
}

/** Sessions that were followed by another without a recorded end: most often crashes. */
function cutOffList(journal) {
  const cut = [];
  journal.sessions.cut_off.forEach((isCut, place) => { if (isCut) cut.push(place); });
  if (cut.length === 0) return null;
  const place = element("ul", { class: "plain", id: "cut-off" });
  return [
    element("h3", {}, "Cut off"),
    element("p", { class: "muted" },
      "Sessions whose end is not in the journal: most often a crash."),
    place,
    grow(place, cut.length, 5, (at) => {
      const session = journal.sessions.session[cut[at]];
      const { last } = journal.entriesOf(session);
      const device = journal.devices.length > 1
        ? ["on ", quoted(shortened(journal.sessionText(cut[at], "device"), 40)), ", "] : null;
      return element(
        "li", {}, badge(`session ${session}`, true), " ", device,
        last < 0 ? null : entryLink(
          journal, last, `its last entry here is ${journal.sequence(last)}`));
    }),
  ];
}

function pendingList(journal) {
  if (journal.numbers.waiting === null) {
    return element("p", { class: "muted" }, "It is not known what is pending.");
  }
  if (journal.pending.count === 0) {
    return element("p", { class: "muted" }, "Nothing is pending at the end.");
  }
  const place = element("ul", { class: "plain links", id: "pending" });
  const { first } = journal.pending;
  return [
    place,
    grow(place, first.length, mostGroups, (at) => {
      const one = first[at];
      const index = journal.indexOf(one.sequence);
      const parts = [badge(one.sort, false, "warn"), quoted(shortened(one.words, 200))];
      return element("li", {}, index < 0
        ? element("span", { class: "line" }, parts) : entryLink(journal, index, ...parts));
    }),
    more(journal.pending, "choose “pending” above the entries"),
  ];
}

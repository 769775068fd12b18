// What needs attention: requests that failed, what is pending, and sessions that were cut off.

/** So many failures are listed; the list of entries has all of them. */
const mostFailures = 50;

function fillAttention(journal) {
  const failures = [];
  let count = 0;
  for (let index = 0; index < journal.count; index += 1) {
    if (!journal.has(index, flags.failure)) continue;
    count += 1;
    if (failures.length < mostFailures) failures.push(index);
  }
  fillSection(
    "attention",
    element("div", { class: "columns" },
      element("div", {}, element("h3", {}, "Failed"), failureList(journal, failures, count)),
      element(
        "div", {}, element("h3", {}, "Pending at the end"), pendingList(journal),
        cutOffList(journal))));
}

function failureList(journal, failures, count) {
  if (count === 0) return element("p", { class: "muted" }, "Nothing failed.");
  const reasons = journal.numbers.reasons;
  return [
    reasons.first.length > 0 ? table(
      "Why requests failed", ["times", "reason"],
      reasons.first.map((one) => [one.count.toLocaleString("en"), searchLink(one.reason)]),
      [0]) : null,
    more(reasons, "‘stats failure-reasons’ has them"),
    element("ul", { class: "plain links", id: "failures" }, failures.map((index) => element(
      "li", {}, entryLink(
        journal, index, element("span", { class: "number" }, String(journal.sequence(index))),
        badge(journal.word(index), true), quoted(journal.text(index, "what")))))),
    more({ count, first: failures }, "choose “failed” above the entries"),
  ];
}

/** A text that leads to the entries that have it. */
function searchLink(text) {
  return element("a", {
    href: "#entries",
    onclick: () => {
      clearFilter();
      search.value = text;
      searchAgain();
    },
  }, quoted(text));
}

/** Sessions that another followed although nothing says how they ended: most often a crash. */
function cutOffList(journal) {
  const count = journal.numbers.cut_off;
  if (count === 0) return null;
  const sessions = journal.sessions.first.filter((session) => session.ending === "cut off");
  return [
    element("h3", {}, "Cut off"),
    element("ul", { class: "plain links", id: "cut-off" }, sessions.map(({ session }) => {
      const { last } = journal.entriesOf(session);
      const parts = [badge(`session ${session}`, true)];
      return element("li", {}, last < 0 ? element("span", { class: "line" }, parts) : entryLink(
        journal, last, ...parts, `its last entry here is ${journal.sequence(last)}`));
    })),
    more({ count, first: sessions }, "‘sessions’ lists them"),
  ];
}

function pendingList(journal) {
  if (journal.numbers.waiting === null) {
    return element("p", { class: "muted" }, "What is pending is not known.");
  }
  if (journal.pending.count === 0) return element("p", { class: "muted" }, "Nothing is pending.");
  return [
    element("ul", { class: "plain links", id: "pending" }, journal.pending.first.map((one) => {
      const index = journal.indexOf(one.sequence);
      const parts = [badge(one.sort, false, "warn"), quoted(one.words)];
      return element("li", {}, index < 0
        ? element("span", { class: "line" }, parts) : entryLink(journal, index, ...parts));
    })),
    more(journal.pending, "choose “pending” above the entries"),
  ];
}

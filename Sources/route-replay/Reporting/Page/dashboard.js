// The answers of questions, one card for each. The code knows no question by name: each is shown by
// the shape of its columns.

/** The most characters side by side that fit in a half of a wide screen. */
const mostNarrow = 84;
/**
 * The number of rows of an answer that are shown until the user asks for more: on a narrow screen,
 * each row is a list.
 */
const firstRows = matchMedia("(max-width: 34rem)").matches ? 4 : 8;

function fillTop() {
  document.getElementById("title").replaceChildren(quoted(data.title));
  const { files, choice } = data;
  const named = files.first.length > 1
    ? element("details", { class: "files" },
      element("summary", {}, counted(files.count, "journal")),
      element("ul", {}, files.first.map((file) => element("li", {}, quoted(file)))),
      more(files, "the command was given them"))
    : files.first[0] === data.title ? null : quoted(files.first[0] ?? "");
  document.getElementById("subtitle").replaceWith(element(
    "div", { class: "muted", id: "subtitle" }, named,
    choice.length > 0 ? element("p", {}, "Only ", quoted(choice.join(", "))) : null));
  document.getElementById("problems").replaceChildren(
    ...data.problems.map((problem) => element("li", { class: "problem" }, quoted(problem))));
  document.getElementById("contents").replaceChildren(...data.questions.map((question) => element(
    "li", { class: question.count === 0 ? "empty" : null },
    element("a", { href: `#${placeOf(question)}` }, question.name))));
  document.getElementById("made").textContent = `Made by ${data.program}. Times are UTC. `
    + "Private values of the app are tokens here (~ and 22 characters).";
}

function placeOf(question) {
  return `question-${data.questions.indexOf(question)}`;
}

// --- a question ---------------------------------------------------------------------------------

function card(question) {
  const shown = shownColumns(question);
  const plot = rowPlot(question);
  return element(
    "section", {
      class: "card", id: placeOf(question),
      "aria-labelledby": `${placeOf(question)}-title`, tabindex: -1,
    },
    element("h2", { id: `${placeOf(question)}-title` }, sentence(question.meaning)),
    element("p", { class: "counted muted" },
      element("code", {}, question.name), " ", question.counted, "."),
    question.plot?.sort === "periods" ? periodCharts(question) : null,
    plot?.parts ? legend(question, plot.parts) : null,
    plot?.note ? element(
      "p", { class: "counted muted" }, `The picture in each row is ${plot.note}.`) : null,
    answerTable(question, shown, plot),
    leftOut(question, shown), hiddenRows(question));
}

/** Whether the cells of a row need more room than there is beside another answer. */
function isWide(question) {
  const characters = shownColumns(question).reduce((sum, at) => {
    const { role } = question.columns[at];
    const widest = Math.max(
      ...question.rows.slice(0, 50).map((row) => words(row[at], role).length), 6);
    return sum + 2 + Math.min(widest, 28);
  }, 0);
  return characters + (rowPlot(question) ? 12 : 0) > mostNarrow;
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The columns in which at least one row has a value to show. */
function shownColumns(question) {
  const { columns } = question;
  const isKept = new Set([
    ...(question.plot?.labels ?? []), question.plot?.value, question.plot?.time,
    question.plot?.group,
  ]);
  return columns.map((_, at) => at).filter((at) => (
    isKept.has(at) || columns[at].used));
}

function leftOut(question, shown) {
  const hidden = question.columns.filter((_, at) => !shown.includes(at));
  return hidden.length === 0 ? null : element(
    "p", { class: "counted muted" },
    `Everywhere 0 or unknown: ${hidden.map(heading).join(", ")}.`);
}

function hiddenRows(question) {
  const hidden = question.count - question.rows.length;
  return hidden <= 0 ? null : element(
    "p", { class: "counted muted" }, `… and ${counted(hidden, "more row")}; `,
    command(`route-replay stats FILE ${question.name} -o csv`), " has all of them.");
}

const isText = (role) => role === "text" || role === "period" || role === "time";

/** The table of an answer; clicking a head sorts it by that column. */
function answerTable(question, shown, plot) {
  const place = element("div", {});
  let sorted = { column: -1, isFalling: true };
  const sortBy = (column) => {
    const isFalling = sorted.column === column
      ? !sorted.isFalling : !isText(question.columns[column].role);
    sorted = { column, isFalling };
    draw();
    place.querySelectorAll("th button")[shown.indexOf(column)].focus();
  };
  const draw = () => {
    const rows = sorted.column < 0 ? question.rows : sortedRows(question, sorted);
    const heads = shown.flatMap((at) => [
      sortHead(question, at, sorted, sortBy), ...(plot?.behind === at ? [""] : []),
    ]);
    const numeric = [];
    let column = 0;
    for (const at of shown) {
      if (!isText(question.columns[at].role)) numeric.push(column);
      column += plot?.behind === at ? 2 : 1;
    }
    const made = table(question.meaning, heads, {
      count: rows.length,
      row: (place) => shown.flatMap((at) => [
        cellOf(rows[place][at], question.columns[at].role),
        ...(plot?.behind === at ? [plot.make(rows[place])] : []),
      ]),
    }, numeric, firstRows);
    const head = made.querySelectorAll("th")[shown.indexOf(sorted.column)];
    if (head) head.setAttribute("aria-sort", sorted.isFalling ? "descending" : "ascending");
    place.replaceChildren(made);
  };
  draw();
  return place;
}

function cellOf(value, role) {
  const text = words(value, role);
  if (role === "time" || role === "period") return element("span", { class: "moment" }, text);
  if (role !== "text") return text;
  // Short texts are names, and the table is wide enough for them. Of long texts, the page has the
  // beginning.
  return quoted(text, text.length <= 28 ? "quoted short" : "quoted");
}

function sortHead(question, at, sorted, sortBy) {
  const sign = sorted.column !== at ? "" : sorted.isFalling ? " ↓" : " ↑";
  return element(
    "button", { type: "button", class: "sort", onclick: () => sortBy(at) },
    heading(question.columns[at]), element("span", { "aria-hidden": "true" }, sign));
}

function sortedRows(question, { column, isFalling }) {
  const isWords = question.columns[column].role === "text";
  const compare = (one, other) => {
    // An unknown value comes last in both directions.
    if (one === null || other === null) return (one === null) - (other === null);
    const found = isWords
      ? (String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0)
      : Number(one) - Number(other);
    return isFalling ? -found : found;
  };
  return [...question.rows].sort((one, other) => compare(one[column], other[column]));
}

// --- all of them --------------------------------------------------------------------------------

/** Questions without an answer, in one card. */
function emptyCard(questions) {
  if (questions.length === 0) return null;
  return element(
    "section", { class: "card", id: "empty", "aria-labelledby": "empty-title" },
    element("h2", { id: "empty-title" }, "Questions without data"),
    element("dl", { class: "details" }, questions.map((question) => [
      element("dt", { id: placeOf(question) }, sentence(question.meaning)),
      element("dd", { class: "muted" }, element("code", {}, question.name), " ",
        question.counted, "."),
    ])));
}

function find() {
  const words = document.getElementById("search").value.trim().toLowerCase();
  const fits = (question) => [question.name, question.meaning, question.counted]
    .some((text) => text.toLowerCase().includes(words));
  let count = 0;
  data.questions.forEach((question) => {
    const place = document.getElementById(placeOf(question));
    const isThere = fits(question);
    if (isThere) count += 1;
    place.hidden = !isThere;
    if (question.count === 0) place.nextElementSibling.hidden = !isThere;
  });
  const empty = document.getElementById("empty");
  if (empty) empty.hidden = !data.questions.some((one) => one.count === 0 && fits(one));
  document.getElementById("nothing").textContent = words === "" ? ""
    : `${number(count)} of ${counted(data.questions.length, "question")}`;
}

function showAll() {
  document.getElementById("search").value = "";
  find();
}

/** The question that an address names; null when it names none. */
function placeNamed(address) {
  return /^#question-\d+$/.test(address) ? document.querySelector(address) : null;
}

/**
 * Scrolls to the question in the address; if the search hides it, all questions are shown again.
 */
function showNamed(address) {
  const place = placeNamed(address);
  if (place?.hidden) showAll();
  place?.scrollIntoView({ block: "start", behavior: "instant" });
}

function begin() {
  fillTop();
  const answered = data.questions.filter((question) => question.count > 0);
  document.getElementById("questions").append(...content([
    element("div", { class: "narrow" },
      answered.filter((question) => !isWide(question)).map(card)),
    answered.filter(isWide).map(card),
    emptyCard(data.questions.filter((question) => question.count === 0)),
  ]));
  document.getElementById("search").addEventListener("input", find);
  document.getElementById("search").addEventListener("keydown", (pressed) => {
    if (pressed.key === "Escape") showAll();
  });
  // A link to the present address does not change the address, so the click itself is handled.
  document.getElementById("contents").addEventListener("click", (clicked) => {
    const link = clicked.target.closest("a");
    if (link) showNamed(link.hash);
  });
  // Back and forward can lead to a card that the search hides. The browser scrolls to all others.
  addEventListener("hashchange", () => {
    if (placeNamed(location.hash)?.hidden) showNamed(location.hash);
  });
  // The cards were made after the browser searched for the element in the address.
  showNamed(location.hash);
  requestAnimationFrame(() => setTimeout(() => performance.mark("report-ready")));
}

begin();

"use strict";
// Creates the elements of a page. All data of a journal becomes the text of text nodes, so none of
// it can become markup.

const data = JSON.parse(document.getElementById("data").textContent);

/** An element with attributes and children; null and false are omitted, texts become text nodes. */
function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An element of an SVG picture. */
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

/** The elements and texts of nested lists, without null values. */
function content(parts) {
  return parts.flat(Infinity).filter((part) => part !== null && part !== undefined);
}

/** A text of the journal, isolated so that right-to-left text does not affect its surroundings. */
function quoted(text, kind = "quoted") {
  // A long text may break anywhere; a short one is a word, and is not broken.
  const size = text.length > 28 ? " long" : text.length <= 14 ? " word" : "";
  return element("bdi", { class: kind + size }, text);
}

/** A command to copy and type. */
function command(line) {
  return element("code", { class: "command" }, line);
}

function number(count) {
  return count.toLocaleString("en");
}

/** The noun that fits a number. */
function named(count, noun, plural = noun + "s") {
  return count === 1 ? noun : plural;
}

function counted(count, noun, plural) {
  return `${number(count)} ${named(count, noun, plural)}`;
}

/** A share as a percentage; a dash for none. */
function share(part) {
  return part === null ? "–" : `${(100 * part).toFixed(1)} %`;
}

/** A text that fits; only whole characters are cut off. */
function shortened(text, most) {
  if (text.length <= most) return text;
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}

/** The number of characters of a text that are shown until the user asks for the rest. */
const mostCharacters = 600;

/** A text of the journal; if it is long, its end is shown on request. */
function longText(text) {
  if (text.length <= mostCharacters) return quoted(text);
  const place = element("span", {}, quoted(shortened(text, mostCharacters)), " ");
  const button = element("button", {
    type: "button", class: "small whole",
    onclick: () => place.replaceChildren(quoted(text)),
  }, `Show all ${number(text.length)} characters`);
  place.append(button);
  return place;
}

// --- lists and tables ---------------------------------------------------------------------------

/**
 * Puts the first of many items into an element.
 *
 * @returns a button for as many again, and in print the total; null when all are shown.
 */
function grow(place, count, most, make) {
  let shown = 0;
  const next = () => Math.min(count - shown, Math.max(shown, 20));
  const add = (more) => {
    const first = shown;
    const made = [];
    for (; shown < Math.min(count, first + more); shown += 1) made.push(make(shown));
    place.append(...made);
    return made[0];
  };
  add(most);
  if (shown >= count) return null;
  const button = element("button", {
    type: "button", class: "small more",
    onclick: () => {
      const first = add(next());
      tell();
      // The focus would be lost with the button, so it moves to the new items.
      if (!button.hidden) return;
      first.tabIndex = -1;
      first.focus();
    },
  });
  const note = element("p", { class: "muted print-only" });
  const tell = () => {
    button.textContent = `Show ${number(next())} more of ${number(count)}`;
    note.textContent = shown < count ? `${number(shown)} of ${number(count)} are printed.` : "";
    button.hidden = shown >= count;
  };
  tell();
  return [button, note];
}

/** The number of rows of a table that are shown until the user asks for more. */
const mostRows = 10;

/** The least width of the window for a table with these heads, in rem. */
function roomFor(heads) {
  const characters = heads.reduce((sum, head) => sum + textOf(head).length, 0);
  return heads.length <= 5 && characters <= 36 ? 0 : Math.max(34, 5.5 * heads.length);
}

/** Shows each row as a list when a table does not fit. */
function lay(made) {
  const { matches } = matchMedia(`(max-width: ${made.dataset.room}rem)`);
  made.classList.toggle("stack", matches);
}

addEventListener("resize", () => document.querySelectorAll("table").forEach(lay));

/**
 * A table with a caption for screen readers only; cells are texts or elements. If the window is too
 * narrow for its columns, each row is a list of its cells, preceded by their heads.
 *
 * @param rows an array of rows, or `{ count, row }` where a row is made when it is shown.
 */
function table(caption, heads, rows, numeric = [], most = mostRows) {
  const source = Array.isArray(rows) ? { count: rows.length, row: (at) => rows[at] } : rows;
  const sort = (at) => (numeric.includes(at) ? "numeric" : null);
  const head = (text, at) => (text === ""
    ? element("td", { role: "cell" })
    : element("th", { scope: "col", class: sort(at), role: "columnheader" }, text));
  const cell = (part, at) => element(
    "td", { class: sort(at), role: "cell", "data-head": textOf(heads[at]) }, part);
  const body = element("tbody", { role: "rowgroup" });
  const button = grow(
    body, source.count, most, (at) => element("tr", { role: "row" }, source.row(at).map(cell)));
  const made = element(
    "table", { role: "table", "data-room": roomFor(heads) },
    element("caption", { class: "unseen" }, caption),
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, heads.map(head))),
    body);
  lay(made);
  return element("div", { class: "table" }, made, button);
}

function textOf(part) {
  return typeof part === "string" ? part : part.textContent;
}

/** A bar in a cell, in proportion to the longest. */
function bar(part, kind = "use") {
  return drawn(
    "svg", {
      class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true",
    },
    drawn("rect", {
      class: kind, x: 0, y: 0, height: 10,
      width: Math.max(part > 0 ? 0.8 : 0, 100 * part).toFixed(2),
    }));
}

/** A line below a list of which the page has only a part. */
function more(list, where) {
  const hidden = list.count - list.first.length;
  if (hidden <= 0) return null;
  return element("p", { class: "muted" }, `… and ${number(hidden)} more; ${where}`);
}

function fillSection(id, ...parts) {
  document.querySelector(`#${id} .body`).replaceChildren(...content(parts));
}

/** `2026-05-17T10:05:03.120Z` as `2026-05-17 10:05:03`. */
function toTheSecond(time) {
  return time.slice(0, -5).replace("T", " ");
}

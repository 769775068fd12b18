// Pictures of what a table before them says in words: whoever cannot see them misses nothing.

/** When the journal was used: a bar for each stretch, a hatched one for each pause. */
function timelinePicture(journal) {
  const [width, height] = [1000, 100];
  // Long ones are compressed, or a night would leave no room for a minute.
  const size = (seconds) => Math.log1p(seconds) + 0.6;
  const parts = [];
  for (const stretch of journal.stretches) {
    if (stretch.pause !== null) {
      parts.push({ isPause: true, size: size(Math.abs(stretch.silence)) * 0.5, stretch });
    }
    parts.push({ isPause: false, size: size(stretch.span), stretch });
  }
  const total = parts.reduce((sum, part) => sum + part.size, 0);
  const most = Math.max(...journal.stretches.map((stretch) => stretch.entries));
  let left = 0;
  const shapes = parts.flatMap((part) => {
    const wide = (part.size / total) * width;
    const start = left;
    left += wide;
    return part.isPause
      ? pauseShapes(part.stretch, start, wide) : stretchShapes(part.stretch, start, wide, most);
  });
  return element(
    "figure", {},
    drawn(
      "svg", {
        viewBox: `0 0 ${width} ${height}`, role: "img", class: "timeline",
        "aria-label": "The stretches and pauses of the table as bars from left to right",
      }, shapes),
    element(
      "figcaption", { class: "muted" },
      "A bar is a stretch of use, higher for more entries and red below where some failed; between "
        + "them lie pauses. Long times are drawn shorter."));
}

function stretchShapes(stretch, left, width, most) {
  const tall = 10 + 40 * Math.sqrt(stretch.entries / most);
  const red = stretch.failures > 0 ? Math.max(6, (tall * stretch.failures) / stretch.entries) : 0;
  const inner = Math.max(1, width - 2);
  return [
    drawn("rect", { class: "use", x: left + 1, y: 62 - tall, width: inner, height: tall, rx: 2 }),
    red > 0 ? drawn("rect", {
      class: "failed", x: left + 1, y: 62 - red, width: inner, height: red, rx: 2,
    }) : null,
    width > 50 ? drawn(
      "text", { x: left + width / 2, y: 88, "text-anchor": "middle" },
      String(stretch.entries)) : null,
  ];
}

function pauseShapes(stretch, left, width) {
  return [
    drawn("line", { class: "pause", x1: left, y1: 62, x2: left + width, y2: 62 }),
    width > 150 ? drawn(
      "text", { class: "pause", x: left + width / 2, y: 46, "text-anchor": "middle" },
      stretch.pause) : null,
  ];
}

/** So many screens and moves are drawn: more could not be told apart. */
const mostDrawn = { screens: 14, moves: 30, bars: 8 };

/** Which screen was followed by which: screens in a column, moves as arcs beside it. */
function transitionsPicture(transitions) {
  if (transitions.length === 0) return null;
  const names = [];
  for (const move of transitions) {
    for (const name of [move.from, move.to]) {
      if (!names.includes(name) && names.length < mostDrawn.screens) names.push(name);
    }
  }
  const moves = transitions
    .filter((move) => names.includes(move.from) && names.includes(move.to))
    .slice(0, mostDrawn.moves);
  const [rowHeight, middle] = [34, 210];
  const height = names.length * rowHeight + 8;
  const most = Math.max(...moves.map((move) => move.count));
  const y = (name) => names.indexOf(name) * rowHeight + rowHeight / 2 + 4;
  return element(
    "figure", {},
    drawn(
      "svg", {
        viewBox: `0 0 420 ${height}`, role: "img", class: "moves",
        "aria-label": "The most frequent moves of the table as arcs between screens",
      },
      arrowHead(),
      moves.map((move) => moveArc(y(move.from), y(move.to), middle, move.count / most)),
      names.map((name) => screenLabel(name, y(name), middle))),
    element(
      "figcaption", { class: "muted" },
      "Arcs on the right lead down, those on the left lead up; the wider, the more often."
        + (moves.length < transitions.length
          ? ` The ${moves.length} most frequent of ${transitions.length} are drawn.` : "")));
}

function arrowHead() {
  return drawn(
    "defs", {},
    drawn(
      "marker", {
        id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7,
        orient: "auto", markerUnits: "userSpaceOnUse",
      }, drawn("path", { class: "head", d: "M0,0 L8,4 L0,8 z" })));
}

function moveArc(from, to, middle, share) {
  const side = to > from ? 1 : -1;
  const start = middle + side * 74;
  const reach = start + side * Math.min(128, 14 + Math.abs(to - from) * 0.42);
  return drawn("path", {
    class: "move", "marker-end": "url(#arrow)", "stroke-width": (1 + 4 * share).toFixed(1),
    d: `M${start},${from + 4} C${reach},${from + 4} ${reach},${to - 4} ${start},${to - 4}`,
  });
}

function screenLabel(name, y, middle) {
  return drawn(
    "g", {},
    drawn("rect", { class: "screen", x: middle - 72, y: y - 12, width: 144, height: 24, rx: 5 }),
    drawn("text", { x: middle, y: y + 4.5, "text-anchor": "middle" }, shortened(name, 20)));
}

/** How often each: a bar below each name, with the number at its end. */
function barsPicture(label, bars) {
  const shown = bars.slice(0, mostDrawn.bars);
  const [rowHeight, longest] = [42, 360];
  const most = Math.max(...shown.map((bar) => bar.count));
  const shapes = shown.flatMap((bar, place) => {
    const top = place * rowHeight;
    const long = most > 0 ? (longest * bar.count) / most : 0;
    return [
      drawn("text", { x: 0, y: top + 14 }, shortened(bar.name, 56)),
      long > 0 ? drawn(
        "rect", { class: "use", x: 1, y: top + 19, width: long, height: 14, rx: 2 }) : null,
      drawn("text", { x: long + 7, y: top + 31 }, bar.count.toLocaleString("en")),
    ];
  });
  return element(
    "figure", {},
    drawn("svg", {
      viewBox: `0 0 420 ${shown.length * rowHeight}`, role: "img", class: "bars",
      "aria-label": label,
    }, shapes),
    shown.length < bars.length ? element(
      "figcaption", { class: "muted" }, `The first ${shown.length} of ${bars.length} are drawn.`)
      : null);
}

/** A text that fits; what is cut off is whole characters. */
function shortened(text, most) {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}

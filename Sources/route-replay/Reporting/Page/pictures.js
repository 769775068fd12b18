// The picture of moves between screens. The table before it has the same data.

/** The most screens and moves that are drawn: more could not be distinguished. */
const mostDrawn = { screens: 12, moves: 30 };

/** The successors of each screen: screens in a column, moves as arcs beside it. */
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
        "aria-label": "Moves of the table as arcs between screens",
      },
      arrowHead(),
      moves.map((move) => moveArc(y(move.from), y(move.to), middle, move.count / most)),
      names.map((name) => screenLabel(name, y(name), middle))),
    element(
      "figcaption", { class: "muted" },
      "Arcs on the right lead down, those on the left lead up; the wider, the more often."
        + (moves.length < transitions.length
          ? ` Only the ${counted(names.length, "screen")} of the most frequent moves are drawn, `
            + `with ${counted(moves.length, "move")} between them.`
          : "")));
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

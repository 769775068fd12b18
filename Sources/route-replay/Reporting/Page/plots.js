// Draws answers by the shape that each declares: small charts over time, and bars, parts and ranges
// in the rows of the table with the numbers.

/** The value of a row as a number; null for none. */
function amount(value) {
  if (value === null || value === "") return null;
  const found = Number(value);
  return Number.isFinite(found) ? found : null;
}

/** A value in words, in the form of its column. */
function words(value, role) {
  if (value === null) return "–";
  switch (role) {
    case "period": return dateOf(value)?.slice(0, 16).replace("T00:00", "").replace("T", " ")
      ?? String(value);
    case "time": return dateOf(value)?.slice(0, 19).replace("T", " ") ?? String(value);
    case "share": return share(amount(value));
    case "microseconds": return duration(amount(value) / 1000);
    case "milliseconds": return duration(amount(value));
    case "seconds": return duration(amount(value) * 1000);
    case "count": return typeof value === "number" ? number(value) : String(value);
    case "number": return amount(value).toLocaleString("en", { maximumSignificantDigits: 4 });
    default: return String(value);
  }
}

/** A point in time as text; null for a time beyond the range of dates. */
function dateOf(microseconds) {
  const date = new Date(Number(microseconds) / 1000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Milliseconds for people. */
function duration(milliseconds) {
  const size = Math.abs(milliseconds);
  const digits = (found) => found.toLocaleString("en", { maximumSignificantDigits: 3 });
  if (size < 1000) return `${digits(milliseconds)} ms`;
  if (size < 120e3) return `${digits(milliseconds / 1000)} s`;
  if (size < 7200e3) return `${digits(milliseconds / 60e3)} min`;
  if (size < 172800e3) return `${digits(milliseconds / 3600e3)} h`;
  return `${digits(milliseconds / 86400e3)} d`;
}

/** The largest of a column's values; 1 at least. */
function largest(rows, columns) {
  let most = 0;
  for (const row of rows) {
    for (const column of columns) most = Math.max(most, amount(row[column]) ?? 0);
  }
  return most > 0 ? most : 1;
}

/**
 * The picture in the rows of an answer, beside its value; null when the answer has none.
 *
 * @returns the column before it, its head, and the function that makes it from a row.
 */
function rowPlot(question) {
  const { plot, rows } = question;
  if (plot?.sort === "ranges") {
    const { quantiles } = plot;
    // Some columns are in seconds or minutes beside milliseconds, so their sizes are compared.
    const sizes = rows.flatMap((row) => quantiles.map((column) => sizeOf(row[column])))
      .filter((size) => size !== null);
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
    if (!(least < most)) return null;
    return {
      behind: quantiles.at(-1), make: (row) => range(row, quantiles, least, most),
      note: `from ${heading(question.columns[quantiles[0]])} to `
        + `${heading(question.columns[quantiles.at(-1)])}, long ones drawn shorter`,
    };
  }
  if (plot?.sort !== "bars") return null;
  const most = largest(rows, [plot.value]);
  const parts = plot.parts.filter((part) => rows.some((row) => amount(row[part]) > 0));
  return parts.length > 1
    ? {
      behind: plot.value, parts, make: (row) => partsBar(row, parts, most),
    } : {
      behind: plot.value, make: (row) => bar((amount(row[plot.value]) ?? 0) / most),
    };
}

function partsBar(row, parts, most) {
  let left = 0;
  const shapes = parts.map((part, place) => {
    const wide = (100 * (amount(row[part]) ?? 0)) / most;
    const shape = drawn("rect", {
      class: `part-${place % partColours}`, x: left.toFixed(2), y: 0, height: 10,
      width: wide.toFixed(2),
    });
    left += wide;
    return wide > 0 ? shape : null;
  });
  return drawn("svg", {
    class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true",
  }, shapes);
}

/** The number of colours that distinguish parts. */
const partColours = 8;

function legend(question, parts) {
  return element(
    "ul", { class: "legend plain" },
    parts.map((part, place) => element(
      "li", {},
      drawn("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" },
        drawn("rect", { class: `part-${place % partColours}`, width: 10, height: 10 })),
      heading(question.columns[part]))));
}

function sizeOf(value) {
  const found = amount(value);
  return found === null ? null : Math.log1p(Math.max(0, found));
}

function range(row, quantiles, least, most) {
  const places = quantiles.map((column) => sizeOf(row[column])).filter((size) => size !== null)
    .map((size) => 1 + (97 * (size - least)) / (most - least));
  if (places.length === 0) return null;
  const [low, high] = [Math.min(...places), Math.max(...places)];
  return drawn(
    "svg", {
      class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true",
    },
    drawn("rect", {
      class: "span", x: low.toFixed(2), y: 3, height: 4,
      width: Math.max(0.5, high - low).toFixed(2),
    }),
    places.map((place) => drawn("rect", {
      class: "use", x: (place - 0.6).toFixed(2), y: 0, width: 1.2, height: 10,
    })));
}

// --- over time ----------------------------------------------------------------------------------

/** A small chart for each value over time. */
function periodCharts(question) {
  const { plot, columns } = question;
  const rows = question.rows.filter((row) => dateOf(row[plot.time]) !== null)
    .sort((one, other) => Number(one[plot.time]) - Number(other[plot.time]));
  if (rows.length < 2) return null;
  return element(
    "div", { class: "charts" },
    plot.values.filter((column) => rows.some((row) => amount(row[column]) > 0))
      .map((column) => periodChart(question, columns[column], column, rows)));
}

function periodChart(question, { name, role }, column, rows) {
  const times = rows.map((row) => Number(row[question.plot.time]));
  const step = times.slice(1).reduce(
    (least, time, at) => Math.min(least, time - times[at]), Infinity);
  const wide = times.at(-1) - times[0] + step;
  const most = role === "share" ? 1 : largest(rows, [column]);
  const shapes = rows.map((row, at) => {
    const value = amount(row[column]);
    if (value === null) return null;
    const tall = value > 0 ? Math.max(1, (100 * value) / most) : 0;
    return drawn(
      "rect", {
        class: "use", x: (100 * (times[at] - times[0]) / wide + 8 * step / wide).toFixed(3),
        width: (84 * step / wide).toFixed(3), y: (100 - tall).toFixed(2), height: tall.toFixed(2),
      },
      drawn("title", {}, `${words(times[at], "period")}: ${words(value, role)}`));
  });
  const top = rows.reduce((best, row) => (
    (amount(row[column]) ?? -1) > (amount(best[column]) ?? -1) ? row : best));
  const said = `${heading({ name, role })}, at most ${words(top[column], role)} `
    + `from ${words(top[question.plot.time], "period")} on`;
  return element(
    "figure", { class: "chart" },
    element("figcaption", {}, element("strong", {}, heading({ name, role })),
      element("span", { class: "muted" }, ` up to ${words(most, role)}`)),
    drawn("svg", {
      viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img", "aria-label": said,
    }, shapes),
    element("p", { class: "axis muted", "aria-hidden": "true" },
      element("span", {}, words(times[0], "period")),
      element("span", {}, words(times.at(-1), "period"))));
}

/** The name of a column without its unit, which its values include. */
function heading({ name, role }) {
  const units = {
    period: "_us", time: "_us", microseconds: "_us", milliseconds: "_ms", seconds: "_s",
  };
  const unit = units[role] ?? "";
  return (unit && name.endsWith(unit) ? name.slice(0, -unit.length) : name).replaceAll("_", " ");
}

"""Checks that a report shows the same paths and funnels of visits as `stats`."""

import json

import journals
from checks import is_quiet, visible

# Two funnels of the shop: visits complete the first; no visit reaches the second screen of the other.
FUNNELS = ["feed > product > bagContents", "product > nowhere > order"]


def rows_of(report, table):
    """The cells of a table's body, without bars."""
    report.show_all(table)
    return report.page.locator(f"{table} tbody tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].filter((cell) => !cell.querySelector('svg'))"
        ".map((cell) => cell.textContent))")


def lengths(report, table):
    """The lengths of a table's bars, in percent of the longest."""
    return report.page.locator(f"{table} svg.bar rect").evaluate_all(
        "(bars) => bars.map((bar) => Math.round(bar.getAttribute('width')))")


def parts(counts):
    """The expected lengths for numbers; a number other than 0 has a visible bar."""
    most = max([1, *counts])
    return [round(max(0.8 if count else 0, 100 * count / most)) for count in counts]


def share(part):
    return "–" if part is None else f"{100 * part:.1f} %"


def number(count):
    return "–" if count is None else f"{count:,}"


def words_of(funnels):
    return [word for funnel in funnels for word in ("--funnel", funnel)]


def said(place, journal, question, *words):
    return json.loads(place.run("stats", journal, question, "-o", "json", *words))


def shows_what_stats_says(checks, place, report, journal, name, *words):
    """The tables of paths and funnels against `stats`."""
    moves = said(place, journal, "screen-transitions")
    checks.same(
        rows_of(report, "#transitions"),
        [[visible(row["from_screen"]), visible(row["to_screen"]), number(row["transitions"]),
          share(row["probability"])] for row in moves][:200],
        f"{name}: the moves, and their shares, are those of stats screen-transitions")
    drawn, screens = (report.page.locator(f"#transitions .{one}").count()
                      for one in ("move", "screen"))
    if drawn < len([row for row in moves[:200] if row["to_screen"] != "(exit)"]):
        checks.that(
            f"Only the {screens} screens of the most frequent moves are drawn, with {drawn} moves "
            "between them." in report.text("#transitions figcaption"),
            f"{name}: it says how much of the moves is drawn", (drawn, screens))
    paths = said(place, journal, "top-paths")
    checks.same(
        rows_of(report, "#paths"),
        [[visible(row["path"]), number(row["occurrences"])] for row in paths][:200],
        f"{name}: the paths are those of stats top-paths")
    checks.same(lengths(report, "#paths"), parts([row["occurrences"] for row in paths][:200]),
                f"{name}: the bars of the paths are as long as their numbers")
    found = said(place, journal, "funnel", *words)
    names = list(dict.fromkeys(row["funnel"] for row in found))
    checks.same(report.texts(".funnel h4"), [visible(one) for one in names],
                f"{name}: the funnels are those of stats funnel")
    checks.same(
        rows_of(report, ".funnel"),
        [[visible(row["screen"]), number(row["visits"]), share(row["step_conversion"]),
          share(row["total_conversion"]), number(row["drop_off"])] for row in found],
        f"{name}: and so is how far visits got in them")
    wanted = [length for one in names
              for length in parts([row["visits"] for row in found if row["funnel"] == one])]
    checks.same(lengths(report, ".funnel"), wanted,
                f"{name}: and so are the bars of the funnels")


def check_visits(checks, place, browser):
    """Paths and funnels of a journal with some of its own, of a part of it, and of an empty one."""
    words = words_of(FUNNELS)
    page = place.page("visits.html", "shop.journal", *words)
    with browser.open(page, bypasses_policy=True) as report:
        shows_what_stats_says(checks, place, report, "shop.journal", "visits", *words)
        checks.same(report.violations(), [], "visits: axe finds nothing")
        is_quiet(checks, report, "visits")
    for options in ({"width": 400}, {"scheme": "dark", "forced": "active"}):
        with browser.open(page, bypasses_policy=True, **options) as report:
            checks.same(report.violations(), [], f"visits: axe finds nothing ({options})")
            wide = report.page.evaluate("document.documentElement.scrollWidth")
            checks.that(wide <= options.get("width", 1280), "visits: nothing sticks out", wide)
    entries = place.log("shop.journal")
    # Moments are given in whole seconds, so the part begins at one.
    second = len("2026-05-17T10:05:03")
    middle = next(
        one for before, one in zip(entries[len(entries) // 2:], entries[len(entries) // 2 + 1:])
        if before["at"][:second] != one["at"][:second])
    part = place.page("visits-part.html", "shop.journal", "--from", str(middle["sequence"]), *words)
    with browser.open(part) as report:
        checks.same(
            rows_of(report, "#paths"),
            [[row["path"], number(row["occurrences"])]
             for row in said(
                 place, "shop.journal", "top-paths", "--from", middle["at"][:second])],
            "visits: of a part it counts what its entries showed")
        checks.that("Only the entries on this page" in report.text("#visits"),
                    "visits: and says so")
    with browser.open(place.folder / "shop.html") as report:
        checks.that("the journal has no funnel" in report.text("#visits"),
                    "visits: without a funnel it says how to name one")
    check_names(checks, place, browser)


def check_names(checks, place, browser):
    """Hostile names of screens and funnels."""
    place.copy("shop.journal", "names.journal")
    screens = ["product", "bagContents", "checkout", "orders", "order", "catalog", "feed"]
    for at, screen in enumerate(screens):
        for column in ("screen_before", "screen_after"):
            place.tamper(
                "names.journal", f"UPDATE journal SET {column} = ?1 WHERE {column} = ?2",
                (journals.HOSTILE[at].replace("\0", ""), screen))
    for at, text in enumerate(journals.HOSTILE):
        for step in (1, 2):
            place.tamper(
                "names.journal", "INSERT INTO funnel_step VALUES (?1, ?2, ?3)",
                (text, step, journals.HOSTILE[(at + step) % len(screens)]))
    page = place.page("names.html", "names.journal", fits=(3,))
    source = page.read_text(encoding="utf-8")
    checks.same((source.count("<script"), source.count("</script")), (2, 2),
                "names: the file has its own two script elements and no other")
    with browser.open(page, bypasses_policy=True) as report:
        shows_what_stats_says(checks, place, report, "names.journal", "names")
        checks.same(report.page.title(), "names.journal – route-replay",
                    "names: the title is its own")
        made = report.page.evaluate("document.querySelectorAll('img, iframe, script').length")
        checks.same(made, 2, "names: no element came of a name")
        checks.same(report.violations(), [], "names: axe finds nothing")

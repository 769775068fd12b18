"""Checks the page of `stats --html`: it shows the answers of `stats`, drawn by their shapes."""

import json

import journals
from checks import is_quiet, visible
from policy import check_policy


def dashboard(place, name, *words):
    """Writes a dashboard; returns its path."""
    place.run("stats", *words, "--html", name)
    return place.folder / name


def said(place, *words):
    return json.loads(place.run("stats", *words, "-o", "json"))


def card(name):
    """The card of a question."""
    return f"section:has(.counted code:text-is('{name}'))"


def cells(report, name):
    """The rows of a question's table, without bars."""
    return report.page.locator(f"{card(name)} tbody tr").evaluate_all(
        """(rows) => rows.map((row) => [...row.cells].filter((cell) => !cell.querySelector("svg"))
          .map((cell) => cell.textContent))""")


def share(part):
    return "–" if part is None else f"{100 * part:.1f} %"


def check_dashboard(checks, place, browser):
    """A dashboard of a journal, of several, and of hostile texts."""
    funnel = ("--funnel", "feed > product > bagContents")
    page = dashboard(place, "dashboard.html", "shop.journal", *funnel)
    answers = said(place, "shop.journal", *funnel)
    with browser.open(page, bypasses_policy=True) as report:
        answered = [name for name, rows in answers.items() if rows]
        shown = report.texts("main section:not(#empty) .counted code")
        checks.same(sorted(set(shown) & set(answers)), sorted(answered),
                    "dashboard: each question with an answer has a card")
        empty = report.texts("#empty dd code")
        checks.same(empty, [name for name, rows in answers.items() if not rows],
                    "dashboard: the others are named")
        shows_answers(checks, report, answers)
        sorts(checks, report, answers)
        report.search("screen")
        there = report.page.locator("main section:visible").count()
        checks.that(0 < there < len(answered), "dashboard: questions can be searched", there)
        report.page.keyboard.press("Escape")
        checks.same(report.page.locator("main section:not(#empty):visible").count(), len(answered),
                    "dashboard: Escape shows all again")
        follows(checks, report)
        is_quiet(checks, report, "dashboard")
    looks(checks, page, browser)
    several(checks, place, browser)
    ill(checks, place, browser)


def shows_answers(checks, report, answers):
    """Some tables, bars and charts against `stats`."""
    report.show_all("main")
    views = answers["screen-views"]
    checks.same([row[:3] for row in cells(report, "screen-views")],
                [[row["screen"], f"{row['views']:,}", f"{row['sessions']:,}"] for row in views],
                "dashboard: the screens are those of stats")
    bars = report.page.locator(f"{card('screen-views')} svg.bar rect").evaluate_all(
        "(bars) => bars.map((bar) => Math.round(bar.getAttribute('width')))")
    most = max(row["views"] for row in views)
    checks.same(bars, [round(max(0.8, 100 * row["views"] / most)) for row in views],
                "dashboard: the bars are as long as their numbers")
    steps = answers["funnel"]
    checks.same([row[-3:-1] for row in cells(report, "funnel")],
                [[share(row["step_conversion"]), share(row["total_conversion"])] for row in steps],
                "dashboard: shares are percentages")
    days = answers["daily-routing"]
    charts = report.page.locator(f"{card('daily-routing')} .chart").first
    drawn = charts.locator("rect").evaluate_all(
        "(bars) => bars.map((bar) => Math.round(bar.getAttribute('height')))")
    most = max(day["requests"] for day in days)
    checks.same(drawn, [round(100 * day["requests"] / most) for day in reversed(days)],
                "dashboard: a day has a bar in the chart, the first at the left")
    parts = report.page.locator(f"{card('link-success')} tbody tr").first.locator("svg rect")
    wide = parts.evaluate_all(
        "(bars) => bars.reduce((sum, bar) => sum + Number(bar.getAttribute('width')), 0)")
    checks.that(abs(wide - 100) < 0.1, "dashboard: parts of a count add up to it", wide)


def sorts(checks, report, answers):
    """A click on a column's header sorts its table."""
    place = f"{card('screen-views')} th button"
    report.page.locator(place).first.focus()
    report.page.keyboard.press("Enter")
    checks.that(report.page.evaluate("document.activeElement.matches('th button')"),
                "dashboard: the focus stays where a head was pressed")
    report.show_all("main")
    names = [row[0] for row in cells(report, "screen-views")]
    checks.same(names, sorted(row["screen"] for row in answers["screen-views"]),
                "dashboard: a head sorts by its column, by key as well")
    checks.same(
        report.page.locator(f"{card('screen-views')} th").first.get_attribute("aria-sort"),
        "ascending", "dashboard: and says so")


def follows(checks, report):
    """A link to a card that the search has hidden, also where the address names it already."""
    for turn in ("first", "again"):
        report.search("screen-views")
        checks.that(not report.page.locator(card("link-success")).is_visible(),
                    f"dashboard: a search hides the other cards ({turn})")
        report.page.locator("#contents a", has_text="link-success").click()
        checks.that(report.page.locator(card("link-success")).is_visible()
                    and report.is_in_sight(f"{card('link-success')} h2"),
                    f"dashboard: a link shows a card that the search has hidden ({turn})")
        checks.same(report.page.locator("#search").input_value(), "",
                    f"dashboard: and the search is over ({turn})")
    report.page.locator("#contents a", has_text="screen-views").click()
    report.search("screen-views")
    report.page.go_back()
    # The browser tells the page of a new address when it comes to it, not at once.
    report.page.locator(card("link-success")).wait_for()
    checks.that(report.is_in_sight(f"{card('link-success')} h2"),
                "dashboard: back leads to a card that the search has hidden")
    checks.same(report.page.locator("#search").input_value(), "",
                "dashboard: and the search is over (back)")
    report.search("screen-views")
    report.page.locator("#contents .empty a").first.click()
    checks.that(report.page.locator("#empty").is_visible(),
                "dashboard: and one without an answer as well")


def looks(checks, page, browser):
    """axe, and that nothing sticks out or scrolls inside."""
    for scheme in ("light", "dark"):
        for width in (1600, 1024, 768, 400):
            with browser.open(page, scheme=scheme, width=width, bypasses_policy=True) as report:
                name = f"{scheme}, {width} wide"
                checks.same(report.violations(), [], f"dashboard: axe finds nothing ({name})")
                wide = report.page.evaluate("document.documentElement.scrollWidth")
                checks.that(wide <= width, f"dashboard: nothing sticks out ({name})", wide)
                checks.same(report.scroll_areas(), [],
                            f"dashboard: no scroll area lies in another ({name})")
    with browser.open(page, forced="active", bypasses_policy=True) as report:
        checks.same(report.violations(), [], "dashboard: axe finds nothing (forced colours)")
        checks.that(report.page.pdf().startswith(b"%PDF"), "dashboard: it can be printed")


def several(checks, place, browser):
    """Journals of a fleet, and the page about a part of them."""
    page = dashboard(place, "two-dashboard.html", "shop.journal", "fleet.journal",
                     "--entry-point", "url")
    with browser.open(page) as report:
        checks.same(report.text("h1"), "2 journals", "dashboard: it says how many journals it is of")
        checks.that("--entry-point url" in report.text(".name"), "dashboard: and of what part")
        is_quiet(checks, report, "dashboard of two")
    page = dashboard(place, "none-dashboard.html", "shop.journal", "--from", "2099-01-01")
    with browser.open(page, bypasses_policy=True) as report:
        checks.same(report.page.locator("main section").count(), 1,
                    "dashboard: without any row there is one card")
        checks.same(report.violations(), [], "dashboard: axe finds nothing (no rows)")
        is_quiet(checks, report, "dashboard of nothing")


def ill(checks, place, browser):
    """Links and names that are markup."""
    page = dashboard(place, "hostile-dashboard.html", "hostile.journal", "names.journal")
    source = page.read_text(encoding="utf-8")
    checks.same((source.count("<script"), source.count("</script")), (2, 2),
                "dashboard: the file has its own two script elements and no other")
    with browser.open(page, bypasses_policy=True) as report:
        report.show_all("main")
        made = report.page.evaluate("document.querySelectorAll('img, iframe, script').length")
        checks.same(made, 2, "dashboard: no element came of a text")
        checks.same(report.page.title(), "2 journals – route-replay",
                    "dashboard: the title is its own")
        screens = {row[0] for row in cells(report, "screen-views")}
        wanted = visible(journals.HOSTILE[0])
        checks.that(wanted in screens, "dashboard: markup is shown as text", screens)
        checks.same(report.violations(), [], "dashboard: axe finds nothing (markup)")
        is_quiet(checks, report, "dashboard of markup")
    check_policy(checks, page, browser)
    place.copy("hostile.journal", "lengthy.journal")
    place.tamper("lengthy.journal", "UPDATE journal SET screen_after = ?", ("W" * 3_000,))
    page = dashboard(place, "lengthy-dashboard.html", "lengthy.journal")
    with browser.open(page) as report:
        screens = [row[0] for row in cells(report, "screen-views")]
        checks.same(screens, ["W" * 600 + "… (3000 bytes)"],
                    "dashboard: of a long text the beginning and the length are there")
        checks.that(not report.is_there("main button.whole"),
                    "dashboard: and it does not offer what it has not")

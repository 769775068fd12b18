"""Checks the first view of a report: failures, destinations, waiting requests."""

import collections

import journals
from checks import is_quiet, visible


def failed(entries):
    """The failed entries of `log`, without host facts, of which the shop has none."""
    return [one for one in entries
            if one["outcome"] not in (
                None, "shown", "alreadyShown", "superseded", "expired", "duplicate")
            or one["kind"] in ("failed", "dead")]


def check_attention(checks, place, browser):
    """The lists of failures and their links."""
    entries = place.log("shop.journal")
    with browser.open(place.folder / "shop.html", width=1600) as report:
        for section in ("attention", "transitions", "waiting"):
            checks.that(
                report.page.locator(f"#{section} li, #{section} tr").first.is_visible()
                and report.page.locator(f"#{section}").bounding_box()["y"] < 450,
                f"attention: {section} is in sight when the page opens")
        wide = report.page.locator("main").bounding_box()["width"]
        checks.that(wide > 1500, "attention: a wide screen is used", wide)
        groups = collections.Counter(
            (one["link"] or one["what"], one["outcome"] or one["kind"], one["reason"])
            for one in failed(entries))
        report.show_all("#attention")
        times = [int(one.split()[0].replace(",", "")) for one in report.texts("#failures .times")]
        checks.same(times, sorted(groups.values(), reverse=True),
                    "attention: equal failures are one line, with how many there are")
        most = groups.most_common(1)[0]
        report.page.locator("#failures a").first.click()
        checks.same(report.text("#found"), f"{most[1]:,} of {len(entries):,} entries",
                    "attention: a line leads to its failures")
        checks.that(report.text("#matches").startswith("Only failures of"),
                    "attention: and the list says what it is limited to")
        report.press("Escape")
        checks.same(report.text("#found"), "", "attention: Escape shows all again")
        report.view("overview")
        reasons = report.texts("#reasons td a")
        checks.that(reasons, "attention: there are reasons to follow")
        for at, reason in enumerate(reasons):
            report.view("overview")
            report.page.locator("#reasons td a").nth(at).click()
            found = [one for one in failed(entries)
                     if one["outcome"] and visible(one["reason"] or one["outcome"]) == reason]
            checks.same(
                report.text("#found"), f"{len(found):,} of {len(entries):,} entries",
                f"attention: the reason “{reason}” leads to its entries")
            checks.same(report.current(), found[0]["sequence"], "attention: and to the first")
        is_quiet(checks, report, "attention")
    fixtures = journals.ROOT / "Tests" / "RouteReplayTests" / "Fixtures"
    place.copy(fixtures / "version-1" / "waiting.sqlite", "waiting.journal")
    entries = place.log("waiting.journal")
    page = place.page("waiting.html", "waiting.journal")
    with browser.open(page, bypasses_policy=True) as report:
        checks.same(
            report.texts("#numbers .tile.bad dt"),
            ["denied", "notFound", "failed", "stale", "session cut off"],
            "attention: a number is red where it is one of failures, not of superseded or expired")
        checks.same(len(report.texts("#cut-off li")), 1, "attention: the session cut off is listed")
        report.page.locator("#cut-off a").click()
        last = [one["sequence"] for one in entries if one["session"] == 1][-1]
        checks.same(report.current(), last, "attention: and leads to its last entry")
        report.view("sessions")
        report.page.locator("#environment td a", has_text="2").first.click()
        first = next(one["sequence"] for one in entries if one["session"] == 2)
        checks.same(report.current(), first, "attention: a session leads to its first entry")
        checks.same(report.violations(), [], "attention: axe finds nothing")
        for sequence, took in (
                (56, "0 µs"), (62, "0 µs since this launch first took the request up")):
            report.choose(sequence)
            checks.same(report.details()["Took"], took, f"attention: what entry {sequence} took")
        is_quiet(checks, report, "attention")
    place.write("often.txt", "/nowhere\n" * 1_200)
    place.run("record", "--journal", "often.journal", "--routes",
              str(journals.SHOP / "routes.json5"), "often.txt")
    place.page("often.html", "often.journal")
    for width in (1280, 400):
        with browser.open(place.folder / "often.html", width=width) as report:
            checks.same(report.texts("#failures .times"), ["1,200 ×"],
                        "attention: a failure that came often has its number")
            checks.that(
                report.page.evaluate(
                    "(() => { const one = document.querySelector('#failures .times');"
                    " return one.scrollWidth <= one.clientWidth; })()"),
                f"attention: which covers nothing ({width} wide)")
    place.copy(fixtures / "version-1" / "outage.sqlite", "outage.journal")
    said = [line for line in place.run("outage.journal").split("\n") if line.startswith("missing ")]
    lost = said[0].removeprefix("missing").strip().partition(";")[0]
    with browser.open(place.page("outage.html", "outage.journal")) as report:
        checks.that(f"Missing: {lost}." in report.text("#verdict"),
                    "attention: it says what an outage lost", lost)
        checks.same(report.texts("#timeline .axis span"),
                    [f"2023-11-14 22:13:{second}" for second in (20, 21, 22)],
                    "attention: each of few bars has its time")


def check_fine(checks, place, browser):
    """A journal without failures, and one without entries."""
    place.write("fine.txt", "/products/7\n/shop\n")
    place.run("record", "--journal", "fine.journal", "--routes",
              str(journals.SHOP / "routes.json5"), "fine.txt")
    with browser.open(place.page("fine.html", "fine.journal"), bypasses_policy=True) as report:
        checks.same(report.text("#attention .body"), "No request and no action failed.",
                    "fine: it says so")
        tiles = report.texts("#numbers .tile")
        checks.that("session1" in tiles and "requests2" in tiles,
                    "fine: one of a thing has its singular", tiles)
        for key, words in (("f", "No later entry failed."), ("P", "No earlier entry is pending.")):
            report.press(key)
            wide = report.page.locator("#announcement").bounding_box()["width"]
            checks.that(report.text("#announcement") == words and wide > 100
                        and report.is_in_sight("#announcement"),
                        f"fine: {key} that finds nothing says so in sight", wide)
            checks.same(report.violations(), [], "fine: axe finds nothing (said in sight)")
        report.press("j")
        checks.that(report.page.locator("#announcement").bounding_box()["width"] < 2,
                    "fine: until the next key")
        checks.that("Nothing is pending" in report.text("#waiting"), "fine: and that nothing waits")
        checks.same(report.violations(), [], "fine: axe finds nothing")
        is_quiet(checks, report, "fine")
    place.run("record", "--journal", "nothing.journal", "--routes",
              str(journals.SHOP / "routes.json5"), "fine.txt")
    for table in ("journal", "session", "seen", "checkpoint", "route_table", "vault", "vault_key"):
        place.tamper("nothing.journal", f"DELETE FROM {table}")
    # A journal in WAL mode without rows would have its entries in the log.
    place.tamper("nothing.journal", "PRAGMA journal_mode = DELETE")
    page = place.page("nothing.html", "nothing.journal")
    with browser.open(page, bypasses_policy=True) as report:
        for view in ("overview", "sessions", "file", "entries"):
            report.view(view)
            checks.same(report.violations(), [], f"nothing: axe finds nothing ({view})")
        report.press("j", "f", "G")
        report.search("words")
        checks.that("No entry fits" in report.text("#nothing"), "nothing: no entry is there")
        is_quiet(checks, report, "nothing")

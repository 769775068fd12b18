"""Checks in Chromium that a report shows the same data as the commands, and does nothing else.

Prints a line for each check. The program ends with status 1 after the first group with a failure.
"""

import argparse
import json
import pathlib

import journals
import pictures
from attention import check_attention, check_fine
from browser import Browser
from checks import Checks, is_quiet, shows_what_is_said, visible
from dashboard import check_dashboard, dashboard
from fleet import check_fleet
from history import check_history
from policy import check_policy
from visits import check_visits

# There are so many that a small delay for each would show.
LONG = 50_000


def check_contents(checks, place, browser):
    """The whole page of an everyday journal."""
    entries = place.log("shop.journal")
    with browser.open(place.page("shop.html", "shop.journal")) as report:
        shows_what_is_said(checks, place, report, "shop.journal", entries, "shop")
        said = place.run("shop.journal").split("\n")
        checks.that("Intact" in report.text("#verdict .headline") and said[0].startswith("intact"),
                    "shop: the verdict is that of verify", said[0])
        tiles = dict(zip(report.texts("#numbers dt"), report.texts("#numbers dd")))
        counted = {"entries": len(entries)}
        for entry in entries:
            if entry["outcome"]:
                counted[entry["outcome"]] = counted.get(entry["outcome"], 0) + 1
        shown = {name: int(tiles[name].replace(",", "")) for name in counted if name in tiles}
        checks.same(shown, counted, "shop: the numbers are those of the log")
        report.view("overview")
        report.show_all("#waiting")
        checks.same(
            len(report.texts("#pending li")),
            sum(int(tiles[name]) for name in tiles
                if name in ("still waiting", "action pending", "actions pending")),
            "shop: all that is pending is listed")
        lines = [{name: value for name, value in entry.items() if name != "chain_digest"}
                 for entry in entries]
        report.view("file")
        checks.same(report.saved(), lines, "shop: the saved lines are those of log -o jsonl")
        is_quiet(checks, report, "shop")
    part = place.page("part.html", "shop.journal", "--from", "100", "--to", "160")
    with browser.open(part, fragment="#entry-130") as report:
        checks.same(report.current(), 130, "part: a link leads to its entry")
        checks.that(report.is_in_sight("#rows [aria-current=step]"),
                    "part: a link has its entry scrolled into view")
        shows_what_is_said(checks, place, report, "shop.journal", entries[99:160], "part")


def check_keys(checks, place, browser):
    """Keys, and the current entry after each."""
    entries = place.log("shop.journal")
    failures = [
        one["sequence"] for one in entries
        if one["outcome"] not in (
            None, "shown", "alreadyShown", "superseded", "expired", "duplicate")
        or one["kind"] in ("failed", "dead")]
    with browser.open(place.folder / "shop.html") as report:
        first, last = entries[0]["sequence"], entries[-1]["sequence"]
        checks.same(report.current(), first, "keys: the first entry is chosen")
        for keys, to, what in [
                (["j", "j", "j"], first + 3, "j goes on"), (["k"], first + 2, "k goes back"),
                (["G"], last, "G goes to the end"), (["j"], last, "j stays there"),
                (["g"], first, "g goes to the beginning"),
                (["f"], failures[0], "f goes to the first failure"),
                (["f"], failures[1], "f goes to the next"),
                (["F"], failures[0], "F goes back"),
                (["g", "p"], None, "p goes to what is pending")]:
            report.press(*keys)
            if to is None:
                pending = report.is_there("#rows [aria-current=step] .badge.warn")
                checks.that(pending and report.current() > first, f"keys: {what}")
            else:
                checks.same(report.current(), to, f"keys: {what}")
        report.press("g", "ArrowDown", "ArrowDown", "ArrowUp")
        checks.same(report.current(), first + 1, "keys: arrows move in the list")
        focused = report.page.evaluate(
            "document.activeElement.getAttribute('aria-current') === 'step'")
        checks.that(focused, "keys: the current entry has the focus")
        report.choose(130)
        report.press("d")
        checks.same(report.hierarchy("before"), place.tree("shop.journal", 129),
                    "keys: d puts the hierarchy before beside it")
        checks.same(report.hierarchy("after"), place.tree("shop.journal", 130),
                    "keys: d leaves the hierarchy after")
        report.press("d")
        checks.that(not report.is_there("#before ol") and not report.is_there("ol#before"),
                    "keys: d again takes it away")
        report.press("/")
        report.page.keyboard.type("orders")
        listed = report.text("#found")
        found = found_by(entries, "orders")
        checks.same(listed, f"{len(found)} of {len(entries)} entries", "keys: / searches")
        checks.same(report.current(), found[0]["sequence"], "keys: the first found is chosen")
        report.press("Enter", "j")
        checks.same(report.current(), found[1]["sequence"], "keys: j goes to the next found")
        report.press("/", "Escape")
        checks.same(report.text("#found"), "", "keys: Escape shows all again")
        report.view("file")
        report.page.locator("#uses-keys").uncheck()
        before = report.current()
        report.press("j", "G")
        checks.same(report.current(), before, "keys: single keys can be switched off")
        report.load()
        report.press("Tab", "Enter")
        checks.same(report.page.evaluate("document.activeElement.id"), "entries",
                    "keys: the first Tab leads to a link that skips to the entries")
        is_quiet(checks, report, "keys")


def found_by(entries, words):
    """The entries that the search for some words leaves."""
    return [one for one in entries if any(
        words.lower() in (one[name] or "").lower()
        for name in ("what", "link", "reason", "kind", "outcome", "route", "screen_before",
                     "screen_after", "entry_point", "scene", "router", "variant"))]


def check_looks(checks, place, browser):
    """axe in both schemes and at four widths, and that nothing sticks out."""
    for scheme in ("light", "dark"):
        for width in (1600, 1024, 768, 400):
            with browser.open(place.folder / "shop.html", scheme=scheme, width=width,
                              bypasses_policy=True) as report:
                for view in ("overview", "sessions", "file", "entries"):
                    report.view(view)
                    if view == "entries":
                        report.choose(130)
                        report.press("d")
                    name = f"{view}, {scheme}, {width} wide"
                    checks.same(report.violations(), [], f"looks: axe finds nothing ({name})")
                    wide = report.page.evaluate("document.documentElement.scrollWidth")
                    checks.that(
                        wide <= width, f"looks: nothing is wider than the screen ({name})", wide)
                    checks.same(report.scroll_areas(), [],
                                f"looks: no scroll area lies in another ({name})")
    with browser.open(place.folder / "shop.html", width=1600) as report:
        report.view("sessions")
        checks.that(not report.is_there("#environment table.stack"),
                    "looks: a table with room is a table")
        report.page.set_viewport_size({"width": 768, "height": 900})
        report.page.wait_for_selector("#environment table.stack")
        checks.that(report.page.evaluate("document.documentElement.scrollWidth") <= 768,
                    "looks: its rows are lists when the window gets narrower")
    with browser.open(place.folder / "shop.html", scheme="dark", forced="active",
                      bypasses_policy=True) as report:
        checks.same(report.violations(), [], "looks: axe finds nothing (forced colours)")
    with browser.open(place.folder / "shop.html", scheme="dark") as report:
        report.choose(130)
        pages = report.page.pdf()
        checks.that(pages.startswith(b"%PDF") and len(pages) > 20_000, "looks: it can be printed")
        report.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        checks.same(len(report.texts("#rows li")), 400,
                    "looks: 400 rows around the chosen one are printed")
        checks.that("are printed" in report.text("#printed"), "looks: and it says which")
        report.page.evaluate("dispatchEvent(new Event('afterprint'))")
        checks.same(report.current(), 130, "looks: the list is as before afterwards")
        report.page.emulate_media(media="print")
        for section in ("attention", "timeline", "entry", "environment"):
            checks.that(report.page.locator(f"#{section}").is_visible(),
                        f"looks: {section} is printed whatever view is shown")


def check_hostile(checks, place, browser):
    """A journal of texts that are markup, script or marks of direction."""
    journals.make_hostile(place, "hostile", 1_000)
    entries = place.log("hostile.journal")
    path = place.page("hostile.html", "hostile.journal")
    source = path.read_text(encoding="utf-8")
    checks.same(
        (source.count("<script"), source.count("</script")), (2, 2),
        "hostile: the file has its own two script elements and no other")
    with browser.open(path) as report:
        shows_what_is_said(checks, place, report, "hostile.journal", entries, "hostile")
        for mark in "\u202e\u2028\u2066\u200f\ufeff":
            entry = next(
                one for one in entries
                if one["outcome"] == "shown" and journals.percent(mark) in (one["link"] or ""))
            report.choose(entry["sequence"])
            drawn = "\n".join(report.hierarchy())
            checks.that(visible(mark) in drawn and mark not in drawn,
                        f"hostile: U+{ord(mark):04X} is written out", drawn)
        report.page.evaluate(
            "document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        checks.same(
            report.page.title(), "hostile.journal – route-replay", "hostile: the title is its own")
        made = report.page.evaluate("document.querySelectorAll('img, iframe, script').length")
        checks.same(made, 2, "hostile: no element came of a text")
        lines = [{name: value for name, value in entry.items() if name != "chain_digest"}
                 for entry in entries]
        report.view("file")
        checks.same(report.saved(), lines, "hostile: the saved lines have the exact texts")
        is_quiet(checks, report, "hostile")
    with browser.open(path, bypasses_policy=True) as report:
        checks.same(report.violations(), [], "hostile: axe finds nothing")
    check_policy(checks, path, browser)
    odd = place.folder / "<b>odd & \"name\".journal"
    odd.write_bytes((place.folder / "hostile.journal").read_bytes())
    with browser.open(place.page("odd.html", odd.name, "--to", "5")) as report:
        checks.same(report.text("h1"), odd.name, "hostile: a file's name is text as well")
    place.copy("hostile.journal", "wordy.journal")
    place.tamper("wordy.journal", "UPDATE session SET os = ?", ("W" * 3_000,))
    page = place.page("wordy.html", "wordy.journal", "--to", "50", fits=(3,))
    with browser.open(page, fragment="#entry-30") as report:
        checks.that(report.is_in_sight("#rows [aria-current=step]"),
                    "hostile: a long name of a system leaves room for the entries")


def check_comparisons(checks, place, browser):
    """A second journal, a rerun and another table."""
    page = place.page("rerun.html", "shop.journal", "--rerun")
    with browser.open(page) as report:
        said = place.run("rerun", "shop.journal").split("\n")[0]
        checks.same(report.text("#comparison .headline"), said.replace(": ", " ", 1),
                    "rerun: it says what rerun says")
        is_quiet(checks, report, "rerun")
    words = ("shop.journal", "--routes", "tomorrow.json5")
    page = place.page("what-if.html", *words, fits=(1, 4))
    found = json.loads(
        place.run("what-if", *words, "-o", "json", "--most", "5000", fits=(1, 4)))[0]
    with browser.open(page) as report:
        report.press("g", "n")
        differing = [one["sequence"] for one in found["divergences"]]
        checks.same(report.current(), differing[0], "what-if: n goes to the first that differs")
        told = report.text("#difference")
        part = found["divergences"][0]["tree"]
        checks.that(part["recorded"] in told and (part["replayed"] or "nothing") in told,
                    "what-if: the hierarchies recorded and now stand side by side", told)
        visited = [report.current()]
        for _ in differing[1:]:
            report.press("n")
            visited.append(report.current())
        checks.same(visited, differing, "what-if: n goes through all that differ")
        other, change = next(
            (one, change) for one in found["divergences"] for change in one["differences"]
            if change["class"] == "outcome")
        report.choose(other["sequence"])
        cells = report.texts("#difference td")
        checks.that(change["recorded"] in cells and change["replayed"] in cells,
                    "what-if: the outcomes recorded and now stand side by side", cells)
        report.page.locator("#filter").select_option("differs")
        checks.that(report.text("#found").startswith(f"{len(differing)} of "),
                    "what-if: they can be listed alone")
        is_quiet(checks, report, "what-if")
    place.run("what-if", "shop.journal", "--drop", "2", "--out", "less.journal", fits=(0, 1))
    page = place.page("two.html", "shop.journal", "less.journal", fits=(0, 1))
    with browser.open(page) as report:
        said = place.run("diff", "shop.journal", "less.journal", fits=(0, 1)).split("\n")[0]
        checks.same(report.text("#comparison .headline"), said.replace(": ", " ", 1),
                    "two: it says what diff says")
        report.page.locator("#journals label").nth(1).click()
        entries = place.log("less.journal")
        shows_what_is_said(checks, place, report, "less.journal", entries, "two, the second")
        is_quiet(checks, report, "two")
    for name in ("what-if.html", "two.html"):
        with browser.open(place.folder / name, bypasses_policy=True) as report:
            report.press("n")
            checks.same(report.violations(), [], f"{name}: axe finds nothing")


def check_damage(checks, place, browser):
    """A damaged journal is still shown, as far as it can be read; so is an empty one."""
    bytes_ = (place.folder / "shop.journal").read_bytes()
    at = bytes_.find(b"/brands/acme")
    (place.folder / "damaged.journal").write_bytes(bytes_[:at] + b"/Brands" + bytes_[at + 7:])
    page = place.page("damaged.html", "damaged.journal", fits=(3,))
    with browser.open(page) as report:
        checks.that("Damaged: a check fails" in report.text("#verdict .headline"),
                    "damage: the verdict says so")
        checks.that(
            "no state is known" in report.text("#verdict"), "damage: and how far it is known")
        checks.that("It is not known what is pending" in report.text("#waiting"),
                    "damage: it does not say that nothing is pending")
        report.press("G")
        checks.that("not known" in report.text("#entry"), "damage: the last entry has no hierarchy")
        is_quiet(checks, report, "damage")
    page = place.page("undecided.html", "damaged.journal", "--rerun", fits=(3,))
    with browser.open(page, bypasses_policy=True) as report:
        checks.that("Nothing could be decided again" in report.text("#uncompared"),
                    "damage: with a rerun the verdict says that it could not be")
        checks.that("damaged at entry" in report.text("#uncompared"), "damage: and why")
        report.press("G", "n")
        checks.that(report.current() is not None, "damage: and its entries are there")
        checks.same(report.violations(), [], "damage: axe finds nothing")
        is_quiet(checks, report, "damage")
    none = place.page("none.html", "shop.journal", "--from", "99999", fits=(1,))
    checks.that(not none.exists(), "none: where no entry fits there is no page")


def check_long(checks, place, browser):
    """50,000 entries of the hostile sort."""
    journals.make_hostile(place, "long", LONG, times=10)
    path = place.page("long.html", "long.journal")
    size = path.stat().st_size / 1e6
    with browser.open(place.folder / "hostile.html") as report:
        print("page: from the start of the navigation until the first entry is chosen and the list"
              f" is painted: 1,000 entries, {report.ready_again()}", flush=True)
    with browser.open(path) as report:
        print(f"page: the same: {LONG:,} entries, {size:.1f} MB, {report.ready_again()}",
              flush=True)
        entries = place.log("long.journal")
        shows_what_is_said(checks, place, report, "long.journal", entries, "long")
        report.press("G")
        checks.same(report.current(), entries[-1]["sequence"], "long: G goes to the last of 50,000")
        rows = len(report.texts("#rows li"))
        checks.that(rows < 120, f"long: {rows} rows are elements, no more", rows)
        report.press("f")
        report.press("g", "f")
        checks.that(
            report.is_there("#rows [aria-current=step] .badge.bad"), "long: f finds a failure")
        report.search("nowhere")
        lost = sum(1 for one in entries if "nowhere" in (one["link"] or ""))
        checks.same(
            report.text("#found"), f"{lost:,} of {len(entries):,} entries",
            "long: it can be searched")
        is_quiet(checks, report, "long")


    page = dashboard(place, "long-dashboard.html", "long.journal")
    with browser.open(page) as report:
        print(f"page: a dashboard of them: {page.stat().st_size / 1e3:.0f} kB,"
              f" {report.ready_again()}", flush=True)
        checks.that(page.stat().st_size < path.stat().st_size,
                    "long: a dashboard is smaller than the report of the same entries")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--browser", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    parser.add_argument("--pictures", action="store_true")
    arguments = parser.parse_args()
    place = journals.Workplace(arguments.program, arguments.folder)
    browser = Browser(arguments.browser)
    try:
        if arguments.pictures:
            pictures.take(place, browser)
            return
        checks = Checks()
        journals.make_shop(place)
        for group in (check_contents, check_history, check_keys, check_attention, check_fine,
                      check_looks, check_fleet, check_hostile, check_visits, check_comparisons,
                      check_damage, check_dashboard, check_long):
            group(checks, place, browser)
            checks.end_of_group()
    finally:
        browser.close()


if __name__ == "__main__":
    main()

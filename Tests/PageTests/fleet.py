"""Checks a report of many devices, with long and similar links."""

import collections
import json

from checks import is_quiet, shows_what_is_said

TABLE = {
    "format": "route-table/1",
    "tree": "main/stack[start]",
    "screens": {"page": {"parameters": {"name": "string"}}},
    "routes": [{"id": "page", "patterns": ["/a/:name+"], "destination": [{"pushAsRoot": "page"}]}],
}
DEVICES = 40
# These links are longer than a row, and differ only in their last word.
LONG = "/a/" + "a-folder-with-a-long-name/" * 6


def make_fleet(place):
    """A web server's log of that many visitors, one of whom has most of the failures."""
    place.write("fleet.json", json.dumps(TABLE))
    lines = []
    for turn in range(600):
        device = turn * 7 % DEVICES
        day, hour, minute = 1 + turn // 200, turn // 10 % 24, turn * 6 % 60
        path = f"{LONG}page-{turn % 50}"
        if device == 3 or turn % 41 == 0:
            path = f"/nowhere/{device % 2}"
        lines.append(
            f'device-{device} - - [{day:02}/May/2026:{hour:02}:{minute:02}:00 +0000] '
            f'"GET {path} HTTP/1.1" 200 5 "-" "-"')
    lines.sort(key=lambda line: line.split("[")[1].split("]")[0])
    place.write("fleet.log", "\n".join(lines))
    place.run("record", "--journal", "fleet.journal", "--routes", "fleet.json", "--format",
              "access-log", "fleet.log")


def check_fleet(checks, place, browser):
    """Search, timeline and rows of many devices."""
    make_fleet(place)
    entries = place.log("fleet.journal")
    sessions = {one["session"]: one["device"] for one in json.loads(
        place.run("sessions", "fleet.journal", "-o", "json"))}
    page = place.page("fleet.html", "fleet.journal")
    with browser.open(page, width=1600, bypasses_policy=True) as report:
        shows_what_is_said(checks, place, report, "fleet.journal", entries, "fleet")
        shows_time(checks, report, entries, sessions)
        searches(checks, report, entries, sessions)
        tells_rows_apart(checks, report)
        for view in ("overview", "entries", "sessions"):
            report.view(view)
            checks.same(report.violations(), [], f"fleet: axe finds nothing ({view})")
            checks.same(report.scroll_areas(), [], f"fleet: no scroll area in another ({view})")
        is_quiet(checks, report, "fleet")
    narrow(checks, page, browser)


def shows_time(checks, report, entries, sessions):
    """Entries over time, and a strip for each device."""
    report.view("overview")
    report.page.locator("#timeline summary").click()
    report.show_all("#timeline details")
    counts = [int(text.replace(",", ""))
              for text in report.texts("#timeline details td:nth-child(2)")]
    checks.same(sum(counts), len(entries), "fleet: each entry is in one bar of the timeline")
    drawn = report.page.locator("#timeline .over-time .use").evaluate_all(
        "(bars) => bars.map((bar) => Math.round(bar.getAttribute('height')))")
    checks.same(drawn, [round(max(2, 100 * count / max(counts))) for count in counts],
                "fleet: the bars are as high as the numbers of the table")
    devices = collections.Counter(sessions[one["session"]] for one in entries)
    worst = report.texts("#strips tbody tr:first-child td")
    checks.same(worst[0], "device-3", "fleet: the device with most failures comes first")
    checks.same(worst[3], str(devices["device-3"]), "fleet: with its entries")
    report.show_all("#strips")
    checks.same(len(report.texts("#strips tbody tr")), DEVICES, "fleet: each device has a strip")
    report.page.locator("#strips a").first.click()
    checks.same(report.text("#found"), f"{devices['device-3']} of {len(entries):,} entries",
                "fleet: a device leads to its entries")


def searches(checks, report, entries, sessions):
    """Statistics by devices, sessions, screens and links."""
    report.view("entries")
    for words, fits in [
            ("device-17", lambda one: sessions[one["session"]] == "device-17"),
            ("session 5", lambda one: one["session"] == 5),
            ("page-49", lambda one: "page-49" in (one["link"] or ""))]:
        report.search(words)
        found = [one for one in entries if fits(one)]
        checks.same(report.text("#found"), f"{len(found)} of {len(entries):,} entries",
                    f"fleet: the search finds {words}")
    report.search("device-1")
    offers = report.texts("#matches .offers")
    checks.that(any(offer.startswith("11 devices") for offer in offers),
                "fleet: devices with the words in their names are offered", offers)
    report.page.locator("#matches .offers", has_text="devices").locator("button").first.click()
    checks.that(report.text("#matches").startswith("Only device device-1"),
                "fleet: one of them can be picked")
    report.search("start")
    offers = report.texts("#matches .offers")
    checks.that(any("1 screen" in offer for offer in offers), "fleet: so can a screen", offers)
    report.press("Escape")


def tells_rows_apart(checks, report):
    """Different links look different within the width of a row."""
    report.view("entries")
    report.search("page-")
    seen = report.page.locator("#rows .what").evaluate_all(
        """(rows) => rows.map((row) => {
          // The characters before the edge at which the row is cut off.
          const edge = row.getBoundingClientRect().right;
          const range = document.createRange();
          const text = row.firstChild;
          let end = text.length;
          do { range.setStart(text, 0); range.setEnd(text, end); end -= 1; }
          while (end > 0 && range.getBoundingClientRect().right > edge - 12);
          return [row.title || row.textContent, range.toString()];
        })""")
    whole = {text for text, _ in seen}
    shown = {cut for _, cut in seen}
    checks.that(len(whole) > 10, "fleet: there are many long links", len(whole))
    checks.same(len(shown), len(whole), "fleet: and no two of them look the same")
    report.press("/", "Escape")


def narrow(checks, page, browser):
    """On a narrow screen the chosen entry replaces the list."""
    with browser.open(page, width=400, height=800) as report:
        report.view("entries")
        report.page.locator("#rows a").nth(3).click()
        chosen = report.current()
        checks.that(report.is_in_sight("#entry-title"), "fleet: what is chosen is in view (narrow)")
        checks.that(not report.page.locator("#list").is_visible(), "fleet: in the list's place")
        report.page.locator("button[aria-label^='Next']").click()
        checks.that(report.current() == chosen + 1 and report.is_in_sight("#entry-title"),
                    "fleet: the next one too")
        report.page.locator("#to-list").click()
        checks.that(report.is_in_sight("#rows [aria-current=step]"),
                    "fleet: the way back leads to its row")

"""Checks that the browser's Back and Forward lead to the entries that were chosen."""

from checks import is_quiet


def check_history(checks, place, browser):
    """What the browser's Back leads to."""
    with browser.open(place.folder / "shop.html", fragment="#entry-76") as report:
        def goes_back(to, what):
            report.page.go_back()
            checks.same(report.current(), to, f"history: {what}")

        checks.that(report.is_in_sight("#rows [aria-current=step]"),
                    "history: a link has its entry scrolled into view")
        report.page.locator("#rows a", has_text="/").first.click()
        clicked = report.current()
        checks.that(clicked != 76, "history: a click chooses another entry")
        report.press("f")
        failed = report.current()
        report.press("j", "j", "j")
        checks.same(report.current(), failed + 3, "history: j goes on")
        goes_back(failed, "Back leads to where stepping began")
        goes_back(clicked, "Back leads to the entry that was clicked")
        goes_back(76, "Back leads to the entry of the link")
        checks.that(report.is_in_sight("#rows [aria-current=step]"),
                    "history: it is in view again")
        report.page.go_forward()
        checks.same(report.current(), clicked, "history: Forward goes on")
        report.page.evaluate("scrollTo(0, 0)")
        report.page.locator("#attention a[href^='#entry-']").last.click()
        linked = report.current()
        goes_back(clicked, "Back returns from a link of the page")
        checks.that(linked != clicked, "history: a link of the page leads elsewhere")
        is_quiet(checks, report, "history")

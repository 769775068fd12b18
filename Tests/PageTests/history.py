"""Checks that the browser's Back and Forward lead to the entries that were chosen."""

from checks import is_quiet


def check_history(checks, place, browser):
    """The entry to which the browser's Back leads."""
    with browser.open(place.folder / "shop.html", fragment="#entry-76") as report:
        def goes_back(to, what):
            report.page.go_back()
            checks.same(report.becomes(to), to, f"history: {what}")

        checks.that(report.is_in_sight("#rows [aria-current=step]"),
                    "history: a link has its entry scrolled into view")
        # Rows out of sight are created again while the list scrolls to them, under the pointer.
        clicked = report.row_in_sight(beside=76)
        report.page.locator(f"#rows a[href='#entry-{clicked}']").click()
        checks.same(report.becomes(clicked), clicked, "history: a click chooses another entry")
        report.press("f")
        failed = report.current()
        report.press("j", "j", "j")
        checks.same(report.becomes(failed + 3), failed + 3, "history: j goes on")
        goes_back(failed, "Back leads to where stepping began")
        goes_back(clicked, "Back leads to the entry that was clicked")
        goes_back(76, "Back leads to the entry of the link")
        checks.that(report.is_in_sight("#rows [aria-current=step]"),
                    "history: it is in view again")
        report.page.go_forward()
        checks.same(report.becomes(clicked), clicked, "history: Forward goes on")
        report.view("overview")
        link = report.page.locator("#attention a[href^='#entry-']").last
        linked = int(link.get_attribute("href").removeprefix("#entry-"))
        link.click()
        checks.that(report.becomes(linked) == linked != clicked,
                    "history: a link of the overview leads elsewhere")
        report.page.go_back()
        report.page.wait_for_function("document.body.dataset.view === 'overview'")
        checks.that(report.page.locator("#attention").is_visible(),
                    "history: Back returns to the overview")
        goes_back(clicked, "and Back again to the entry before it")
        is_quiet(checks, report, "history")

"""Opens reports in Chromium, and reads what a person would see."""

import json
import statistics

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError as TimedOut
from playwright.sync_api import sync_playwright

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu"]


class Browser:
    """One Chromium without a window."""

    def __init__(self, executable):
        self.playwright = sync_playwright().start()
        self.chromium = self.playwright.chromium.launch(executable_path=executable, args=FLAGS)

    def close(self):
        self.chromium.close()
        self.playwright.stop()

    def open(self, path, **options):
        """A report in a window of its own, once it can be used."""
        return Report(self.chromium, path, **options)


class Report:
    """An open page, with its messages and requests."""

    def __init__(
            self, chromium, path, scheme="light", width=1280, height=900, fragment="",
            bypasses_policy=False, forced="none"):
        self.context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme,
            bypass_csp=bypasses_policy, accept_downloads=True, forced_colors=forced)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.said = []
        self.asked = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.address = path.as_uri()
        self.load(fragment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()

    def load(self, fragment=""):
        self.page.goto(self.address + fragment)
        self.page.wait_for_function("performance.getEntriesByName('report-ready').length > 0")

    def ready(self):
        """Milliseconds from the start of the navigation to the mark that the page sets."""
        return self.page.evaluate("performance.getEntriesByName('report-ready')[0].startTime")

    def ready_again(self, times=5):
        """The times of several loads in a warm browser: the least, and the median."""
        found = []
        for _ in range(times):
            self.page.goto("about:blank")
            self.load()
            found.append(self.ready())
        return f"{min(found):.0f} ms at best, {statistics.median(found):.0f} ms in the median"

    # The shown content --------------------------------------------------------------------------

    def text(self, selector):
        return self.page.locator(selector).first.evaluate("(element) => element.textContent")

    def texts(self, selector):
        return self.page.locator(selector).evaluate_all(
            "(elements) => elements.map((element) => element.textContent)")

    def is_there(self, selector):
        return self.page.locator(selector).count() > 0

    def is_in_sight(self, selector):
        """Whether all of an element is inside the window."""
        return self.page.locator(selector).first.evaluate(
            """(element) => {
              const { top, bottom } = element.getBoundingClientRect();
              return top >= 0 && bottom <= innerHeight;
            }""")

    def current(self):
        """The number of the entry that the list says is the current entry."""
        marked = self.page.locator("#rows [aria-current=step]")
        if marked.count() != 1:
            return None
        return int(marked.locator(".number").evaluate("(element) => element.textContent"))

    def becomes(self, sequence):
        """The current entry, once it is this one or has not become so for five seconds.

        The browser tells the page of a new address when it comes to it, not at once.
        """
        try:
            self.page.wait_for_function(
                """(to) => document.querySelector(
                     "#rows [aria-current=step] .number")?.textContent === String(to)""",
                arg=sequence, timeout=5_000)
        except TimedOut:
            pass  # The caller compares, and reports the actual entry.
        return self.current()

    def row_in_sight(self, beside):
        """The entry of a row that is wholly inside the list's frame, and not the given one."""
        return self.page.locator("#rows").evaluate(
            """(rows, beside) => {
              const frame = rows.parentElement.getBoundingClientRect();
              const numbers = [...rows.querySelectorAll("a")].filter((row) => {
                const { top, bottom } = row.getBoundingClientRect();
                return top >= frame.top && bottom <= Math.min(frame.bottom, innerHeight);
              }).map((row) => Number(row.querySelector(".number").textContent));
              return numbers.find((number) => number !== beside);
            }""", beside)

    def row(self):
        """The current row: number, time, word and subject."""
        return self.page.locator("#rows [aria-current=step]").evaluate(
            """(row) => ({
              number: row.querySelector(".number").textContent,
              at: row.querySelector("time").dateTime,
              word: row.querySelector(".badge").textContent,
              // Of a long text the part that tells it from others is shown, and all of it is told.
              what: row.querySelector(".what").title || row.querySelector(".what").textContent,
            })""")

    def details(self):
        """The list of the current entry's fields."""
        self.show_whole()
        return dict(self.page.locator("#entry .details").evaluate(
            """(list) => [...list.querySelectorAll("dt")].map(
              (name) => [name.textContent, name.nextElementSibling.textContent])"""))

    def hierarchy(self, name="after"):
        self.show_whole()
        return self.texts(f"#{name} .row")

    def show_whole(self):
        """Expands the chosen entry's long texts."""
        self.page.evaluate(
            "document.querySelectorAll('#entry button.whole').forEach((button) => button.click())")

    # Actions of a person ------------------------------------------------------------------------

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, sequence):
        """Goes to an entry by its address, as a link does."""
        self.page.evaluate("(to) => { location.hash = to; }", f"#entry-{sequence}")
        self.page.wait_for_function(
            "(to) => document.getElementById('entry-title').textContent === `Entry ${to}`",
            arg=sequence)

    def view(self, name):
        """Goes to a part with the links at the top of a report."""
        self.page.locator(f"#views a[data-view={name}]").click()
        self.page.wait_for_function("(to) => document.body.dataset.view === to", arg=name)

    def show_all(self, selector):
        """Shows all rows of the lists and tables in a place."""
        more = self.page.locator(f"{selector} button.more:visible")
        while more.count() > 0:
            more.first.click()

    def scroll_areas(self):
        """Scroll areas inside another one, or inside a page that is longer than the window."""
        return self.page.evaluate(
            """() => {
              const scrolls = (one) => one.scrollHeight > one.clientHeight + 1
                && /auto|scroll/.test(getComputedStyle(one).overflowY);
              const root = document.documentElement;
              const isLong = root.scrollHeight > innerHeight + 1;
              const inside = (one) => one.parentElement
                && (scrolls(one.parentElement) || inside(one.parentElement));
              return [...document.body.querySelectorAll("*")]
                .filter((one) => scrolls(one) && (isLong || inside(one)))
                .map((one) => one.id || one.className);
            }""")

    def search(self, text):
        self.page.locator("#search").fill(text)

    # Problems of the page -----------------------------------------------------------------------

    def violations(self):
        """The findings of axe, a line each."""
        found = Axe().run(self.page).response["violations"]
        return [
            f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"][:3]]

    def saved(self):
        """The lines that the button saves."""
        with self.page.expect_download() as download:
            self.page.locator("#save").click()
        with open(download.value.path(), encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

"""Checks that a page's policy keeps out what is not its own."""


def check_policy(checks, path, browser):
    """What somebody who got script or markup into the page would be kept from."""
    with browser.open(path) as report:
        found = report.page.evaluate(
            """async () => {
              const said = {};
              const bold = document.createElement("b");
              try { bold.setAttribute("onclick", "window.taken = true"); bold.click(); }
              catch (error) { /* refused */ }
              said.inline = window.taken ? "ran" : "refused";
              try { document.body.innerHTML += ""; said.html = "ran"; }
              catch (error) { said.html = "refused"; }
              try { await fetch("https://example.com/"); said.fetch = "ran"; }
              catch (error) { said.fetch = "refused"; }
              const image = new Image();
              said.image = await new Promise((done) => {
                document.addEventListener("securitypolicyviolation", () => done("refused"));
                image.onload = () => done("ran");
                image.src = "https://example.com/x.png";
              });
              return said;
            }""")
        checks.same(found, dict.fromkeys(["inline", "html", "fetch", "image"], "refused"),
                    "policy: no script in attributes, no markup from text, no network")

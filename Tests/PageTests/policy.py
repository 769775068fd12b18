"""Checks that a page's policy blocks foreign content."""


def check_policy(checks, path, browser):
    """The actions that the policy denies to injected script or markup."""
    with browser.open(path) as report:
        found = report.page.evaluate(
            """async () => {
              const said = {};
              // A file's page could not read the answer either: the policy itself has to say no.
              const refusal = (directive) => new Promise((done) => {
                document.addEventListener("securitypolicyviolation", (event) => {
                  if (event.effectiveDirective === directive) done("refused");
                });
                setTimeout(() => done("not refused"), 10000);
              });
              // A property of an element: the page's own functions are properties of the window.
              const bold = document.createElement("b");
              try { bold.setAttribute("onclick", "this.title = 'ran'"); bold.click(); }
              catch (error) { /* refused */ }
              said.inline = bold.title || "refused";
              try { document.body.innerHTML += ""; said.html = "ran"; }
              catch (error) { said.html = "refused"; }
              let refused = refusal("connect-src");
              fetch("https://example.com/").catch(() => { /* by the policy, or by its origin */ });
              said.fetch = await refused;
              refused = refusal("img-src");
              const image = new Image();
              image.src = "https://example.com/x.png";
              said.image = await refused;
              return said;
            }""")
        checks.same(found, dict.fromkeys(["inline", "html", "fetch", "image"], "refused"),
                    "policy: no script in attributes, no markup from text, no network")

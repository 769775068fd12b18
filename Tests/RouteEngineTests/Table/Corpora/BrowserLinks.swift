extension Corpus {
  /// Links into a browser: mostly queries, some of them unreadable.
  static let browserLinks: [CorpusLink] = [
    ("lantern:", "start()"),
    ("/", "start()"),
    ("lantern://search", "start()"),
    (
      "lantern://open-url?url=https://a.example/?q=a+b",
      #"openUrl(url: "https://a.example/?q=a+b")"#
    ),
    (
      "lantern://open-url?url=https%3A%2F%2Fa.example%2F%3Fa%3D1%26b%3D2&private=true",
      #"openUrl(private: true, url: "https://a.example/?a=1&b=2")"#
    ),
    ("lantern://open-url?url=x&private=1", #"openUrl(url: "x")"#),
    ("lantern://OPEN-URL/?url=x", #"openUrl(url: "x")"#),
    ("lantern:/open-url?url=x", #"openUrl(url: "x")"#),
    ("lantern:///open%2Durl?url=x", #"openUrl(url: "x")"#),
    ("LANTERN-BETA://open-url?url=x", #"openUrl(url: "x")"#),
    ("https://lantern.example/open-url?url=x", #"openUrl(url: "x")"#),
    ("https://open.lantern.example/open-url?url=x", #"openUrl(url: "x")"#),
    ("https://evil.example/open-url?url=x", "none"),
    ("other://open-url?url=x", "none"),
    ("lantern://open-url", "openUrl()"),
    ("lantern://NEW-TAB", "none"),
    ("lantern://new-tab", "newTab()"),
    ("lantern://new-private-tab?url=x", #"newPrivateTab(url: "x")"#),
    ("lantern://open-text?text=", #"openText(text: "")"#),
    ("lantern://open-text?text=caf%C3%A9+au+lait", #"openText(text: "café au lait")"#),
    ("lantern://open-text?private=true", "clipboard(private: true)"),
    (
      "lantern://search?q=x&engine=maps&lang=de&lang=fr",
      #"results(engine: "maps", lang: ["de","fr"], q: "x")"#
    ),
    ("lantern://search?q=x&engine=news&safe=no&since=yesterday", #"results(q: "x")"#),
    ("lantern://search?q=x&safe=false", #"results(q: "x", safe: false)"#),
    ("lantern://reader?url=x&size=5&theme=sepia", #"reader(size: 5, theme: "sepia", url: "x")"#),
    ("lantern://reader?url=x&size=9", #"reader(size: "9", url: "x")"#),
    ("lantern://reader", "none"),
    ("lantern://tabs?ids=1&ids=2&order=title", #"overview(ids: [1,2], order: "title")"#),
    ("lantern://tabs?ids=1&ids=b&group=7", "overview(group: 7)"),
    ("lantern://tabs?ids=&order=age", "overview()"),
    (
      "lantern://tabs/0f8fad5b-d9cb-469f-a165-70867728950e",
      #"tab(tab: "0F8FAD5B-D9CB-469F-A165-70867728950E")"#
    ),
    ("lantern://tabs/7", "none"),
    ("lantern://close-tabs?ids=1,2,3", "closing(ids: [1,2,3])"),
    ("lantern://close-tabs?ids=1%2C2", "closing(ids: [1,2])"),
    ("lantern://close-tabs?ids=1,,3", "closing()"),
    ("lantern://close-tabs?all=true", "closingAll(all: true)"),
    ("lantern://close-tabs?all=1", "none"),
    ("lantern://share?url=x&to=a&to=b", #"sharing(to: ["a","b"], url: "x")"#),
    ("lantern://scan-code?torch=true", "scan(torch: true)"),
    ("lantern://scan?torch=maybe", #"scanAnyway(torch: "maybe")"#),
    ("lantern://scan-code?torch=maybe", "none"),
    ("lantern://find/a,b?case=true", #"find(case: true, words: ["a","b"])"#),
    ("lantern://home-panel/history", #"panel(panel: "history")"#),
    ("lantern://panels/history/?folder=x", #"panel(panel: "history")"#),
    ("lantern://panels/bookmarks/5", "entry(id: 5)"),
    ("lantern://panels/passwords", "none"),
    ("lantern://panels?show=history", #"recent(show: "history")"#),
    ("lantern://panels?show=downloads", "none"),
    ("lantern://deep-link?url=/settings/privacy", #"deepLink(url: "/settings/privacy")"#),
    ("lantern://deep-link", "deepLink()"),
    (
      "lantern://deep-link?url=/settings/search/engines",
      #"deepOption(page: "engines", section: "search")"#
    ),
    (
      "lantern://deep-link?url=%2Fsettings%2Fsearch%2Fa%2520b%2F&x=1",
      #"deepOption(page: "a b", section: "search", x: "1")"#
    ),
    ("lantern://deep-link?url=lantern://account/pair/77", #"deepPairing(code: "77")"#),
    ("lantern://help#/privacy/cookies", #"help(page: "cookies", section: "privacy")"#),
    ("lantern://help#privacy/cookies", "none"),
    ("lantern://settings/general", #"options(section: "general")"#),
    ("lantern://settings/fonts", "none"),
    (
      "lantern://settings/search/engines?x=1",
      #"option(page: "engines", section: "search", x: "1")"#
    ),
    ("lantern://settings?pane=sync", #"oldOption(pane: "sync")"#),
    (
      "lantern://settings/sites/a.example/permissions?allow=camera&level=300",
      #"sites(allow: ["camera"], host: "a.example")"#
    ),
    (
      "lantern-beta://probes?tag=x&ping=a&ping=b&log=true",
      #"probes(log: true, ping: ["a","b"], tag: "x")"#
    ),
    ("lantern://probes", "none"),
    ("/probes", "none"),
    (
      "lantern://account/sign-in?email=a%40b.example&utm_source=x",
      #"signIn(email: "a@b.example", utm_source: "x")"#
    ),
    ("lantern://account/pair/abc", #"pairing(code: "abc")"#),
    ("lantern://widget-small-search", #"widgetSearch(size: "small")"#),
    ("lantern://widget-large-tabs", #"widget(kind: "tabs", size: "large")"#),
    ("lantern://widget-tiny-tabs", "none"),
    ("https://news.site.example/a/b%2Fc", #"web(host: "news", path: ["a","b/c"])"#),
    ("https://news.site.example/", #"web(host: "news")"#),
    (
      "https://news.site.example/open-url?url=x",
      #"web(host: "news", path: ["open-url"], url: "x")"#
    ),
    ("https://a.b.site.example/", "none"),
    ("lantern://default-browser/tutorial?step=first", "tutorial()"),
  ]
}

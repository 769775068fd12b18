extension Corpus {
  /// Links of a crowdfunding app: a catalogue that is searched with a query, and projects by two
  /// names.
  static let crowdfundingLinks: [CorpusLink] = [
    ("/", "start()"),
    ("sprout://", "start()"),
    ("/discover", "catalogue()"),
    ("/DISCOVER/", "catalogue()"),
    ("/Activity", "none"),
    ("/activity/", "news()"),
    (
      "/discover/advanced?category_id=16&sort=newest&page=2",
      #"results(category_id: 16, page: 2, sort: "newest")"#
    ),
    ("/Discover/advanced?category_id=&sort=best&page=1", "results(page: 1)"),
    ("/discover/Advanced", "none"),
    (
      "/discover/advanced?tag_ids=1&tag_ids=2&goal=0.5&staff_picks=true",
      "results(goal: 0.5, staff_picks: true, tag_ids: [1,2])"
    ),
    ("/discover/advanced?tag_ids=1&tag_ids=x&ref=nav", #"results(ref: "nav")"#),
    ("/discover/advanced?tag_ids=1,2", "results()"),
    ("/discover/advanced?staff_picks=1", "results()"),
    ("/discover/advanced?page=2&page=3", "results(page: 2)"),
    ("/discover/strict?page=x", #"strict(page: "x")"#),
    ("/discover/categories/art/painting?page=2", #"category(page: 2, slug: "art/painting")"#),
    ("/discover/categories/art?page=201", #"category(slug: "art")"#),
    ("/discover/places/Berlin%2C%20DE?radius=12.5", #"place(place: "Berlin, DE", radius: 12.5)"#),
    ("/discover/starred", #"collection(name: "starred")"#),
    ("/discover/unknown", "none"),
    ("/search?term=a+b%2Bc&page=2", #"search(page: 2, term: "a+b+c")"#),
    ("/categories/art", #"oldCategory(name: "art")"#),
    ("/projects/ada/lamp", #"project(creator: "ada", slug: "lamp")"#),
    ("/Projects/Ada/Lamp/", #"project(creator: "Ada", slug: "Lamp")"#),
    ("sprout://projects/ada/lamp?ref=mail", #"project(creator: "ada", ref: "mail", slug: "lamp")"#),
    ("https://www.sprout.example/projects/ada/lamp", #"project(creator: "ada", slug: "lamp")"#),
    (
      "https://sprout.example/%70rojects/%61da/l%C3%A4mp",
      #"project(creator: "ada", slug: "lämp")"#
    ),
    ("https://sprout.example.test/projects/ada/lamp", "none"),
    ("https://evilsprout.example/projects/ada/lamp", "none"),
    ("beans://projects/ada/lamp", "none"),
    ("/projects/ada", #"creator(creator: "ada")"#),
    ("/projects/lamp?token=abc", #"preview(slug: "lamp", token: "abc")"#),
    (
      "/projects/ada/lamp/description#section=risks",
      #"campaign(creator: "ada", section: "risks", slug: "lamp")"#
    ),
    ("/projects/ada/lamp#section=risks", #"project(creator: "ada", slug: "lamp")"#),
    (
      "/projects/ada/lamp/faqs?question=1#question=2",
      #"faq(creator: "ada", question: 1, slug: "lamp")"#
    ),
    (
      "/projects/ada/lamp/posts/12/comments",
      #"updateComments(creator: "ada", number: 12, slug: "lamp")"#
    ),
    ("/projects/ada/lamp/posts/x", "none"),
    (
      "/projects/ada/lamp/comments?comment=Q29",
      #"comments(comment: "Q29", creator: "ada", slug: "lamp")"#
    ),
    (
      "/projects/ada/lamp/pledge/new?reward=5&amount=25&addons=1,2",
      #"pledge(addons: [1,2], amount: 25.0, creator: "ada", reward: 5, slug: "lamp")"#
    ),
    ("/projects/ada/lamp/pledge/?amount=ten", #"pledge(creator: "ada", slug: "lamp")"#),
    (
      "/projects/ada/lamp/backing/survey?edit=true",
      #"survey(creator: "ada", edit: true, slug: "lamp")"#
    ),
    ("/projects/ada/lamp/surveys/9", #"survey(creator: "ada", pledge: 9, slug: "lamp")"#),
    ("/projects/ada/lamp/widget/card.html", #"embed(creator: "ada", kind: "card", slug: "lamp")"#),
    ("/projects/ada/lamp/widget/big.html", "none"),
    ("/p/ada/lamp", #"short(by: "ada", name: "lamp")"#),
    ("/profile/pledges", "pledges()"),
    ("/profile/pledges?state=live", #"pledges(state: "live")"#),
    ("/profile/pledges/7", "ownPledge(id: 7)"),
    ("/profile/ada", #"person(id: "ada")"#),
    ("/profile/ada/backed/2020", #"backed(id: "ada", year: 2020)"#),
    ("/profile/ada/backed/1999", "none"),
    ("/messages/7", "thread(id: 7)"),
    ("/messages/sent", #"threads(folder: "sent")"#),
    ("/messages", "threads()"),
    ("/messages/trash", "none"),
    ("/help", "article()"),
    ("/help/a%2Fb/c", #"article(path: ["a/b","c"])"#),
    ("sprout://settings/", "settings()"),
    ("/settings/confirm/abc", #"confirm(code: "abc")"#),
    ("https://help.sprout.example/help/faq", #"article(path: ["faq"])"#),
    (
      "/projects/ada/lamp/description#risks", #"campaign(creator: "ada", slug: "lamp")"#
    ),
  ]
}

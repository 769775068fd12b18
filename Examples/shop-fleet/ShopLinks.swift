/// The links of a shop: few are popular, some are old, some are wrong.
struct ShopLinks {
  let random: SeededNumbers

  private static let pages = [
    "/deals", "/home", "/shop", "/bag", "/c/women/shoes", "/brands/acme", "/wishlist", "/help",
    "/c/men/coats", "/stores", "/account", "/help/returns", "/size-guide/shoes", "/scan",
    "/settings/privacy", "/contact", "/item.php", "/help/next/delivery-costs",
  ]

  private static let behindLogIn = [
    "/orders", "/checkout", "/account/addresses", "/chat", "/checkout/payment", "/account/cards",
    "/account/edit",
  ]

  private static let unmatched = [
    "/summer-sale", "/blog/2026/spring", "/products/abc", "/old/catalog.asp?id=3",
    "/.well-known/change-password", "/%E2%98%83", "/wp-login.php", "//double", "/products/7/specs",
  ]

  private static let campaigns = ["mail", "search", "poster", "friend"]

  /// The next link.
  func next() -> String {
    switch random.below(100) {
    case ..<28: product
    case ..<60: random.popular(Self.pages)
    case ..<66: "/search?q=\(random.popular(["shoes", "coat", "=1+1", "red bag", "socks"]))"
    case ..<71: "/bag/add/\(random.skewed(below: 40) + 1)"
    case ..<80: random.popular(Self.behindLogIn)
    case ..<85: "/orders/\(5_000 + random.below(20))"
    case ..<88: "/wine/\(random.below(9))"
    case ..<90: "/confirm/\(100_000 + random.below(900_000))?email=somebody%40example.org"
    case ..<91: "/checkout/done/\(5_000 + random.below(20))"
    case ..<92: random.pick(["shop example", "http://", "/c/%zz", "=HYPERLINK(\"x\")"])
    default: random.popular(Self.unmatched)
    }
  }

  private var product: String {
    let id = random.skewed(below: 60) + 1
    let tail = random.popular(["", "", "", "/reviews", "/photos/2", "/reviews/3", "/similar/8"])
    let campaign =
      tail.isEmpty && random.chance(30) ? "?utm_source=\(random.popular(Self.campaigns))" : ""
    return "https://shop.example/products/\(id)\(tail)\(campaign)"
  }
}

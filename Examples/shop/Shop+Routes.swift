import RouteEngine

/// The steps with which several destinations begin.
extension Shop {
  private static let bag: [Destination.Step] = [
    .present("bag", style: .full), .push(BagContents.self, find: .name),
  ]

  private static let orders: [Destination.Step] = [
    .select("detail"), .pushAsRoot(Orders.self),
  ]

  private static let helpDesk: [Destination.Step] = [.select("detail"), .pushAsRoot(Help.self)]

  private static let productPage: [Destination.Step] = [
    .select("shop"), .push(Product.self, with: ["id": ":product"]),
  ]
}

/// The routes.
extension Shop {
  @RouteTable.Builder static var catalogRoutes: [RouteTable.Part] {
    Route("home", "/", "/home", to: [.select("feed")])
    Route("deals", "/deals", to: [.select("home"), .push(Deals.self)])
    Route(
      "deal", "/deals/:id(\\d+)", to: [.select("home"), .push(Deals.self), .push(Deal.self)]
    )
    .keepsOpen("utm_source", "utm_campaign")
    Route("catalog", "/shop", "/catalog", to: [.select("catalog")])
    Route("category", "/c/:path+", to: [.select("shop"), .push(Category.self)])
    Route("brand", "/brands/:name", to: [.select("shop"), .push(Brand.self)])
    Route(
      "product", version: 3, "/products/:id(\\d+)", "/p/:id(\\d+)",
      to: [.select("shop"), .push(Product.self, updates: true)]
    )
    .performs(
      Work.highlight, with: ["id": ":id"], when: .ready, key: "highlight", expires: .seconds(60)
    )
    .keepsOpen("utm_source", "utm_campaign")
    Route(
      "wine", "/wine/:id(\\d+)",
      to: [.select("shop"), .push(Category.self, with: ["path": "wine"]), .push(Product.self)]
    )
    .asks(Gate.ageChecked)
    Route("reviews", "/products/:product(\\d+)/reviews", to: productPage + [.push(Reviews.self)])
    Route(
      "review", "/products/:product(\\d+)/reviews/:id(\\d+)",
      to: productPage + [.push(Reviews.self), .push(Review.self)])
    Route(
      "writeReview", "/products/:product(\\d+)/reviews/new",
      to: productPage + [.present(WriteReview.self, style: .sheet)])
    Route(
      "gallery", "/products/:product(\\d+)/photos{/:photo(\\d+)}?",
      to: productPage + [.present(Gallery.self, style: .full, updates: true)])
    Route(
      "similar", "/products/:product(\\d+)/similar/:other(\\d+)",
      to: productPage + [.push(Product.self, find: .none, with: ["id": ":other"])])
    Route(
      "sizeGuide", "/size-guide/:garment",
      to: [.present(SizeGuide.self, style: .popover, from: .topmost)])
    Route(
      "search", "/search",
      to: [
        .select("search"),
        .push(SearchResults.self, find: .name, with: ["query": ":q"], updates: true),
      ])
    Route("scanner", "/scan", to: [.select("search"), .present(Scanner.self, style: .full)])
    Route("stores", "/stores", to: [.select("search"), .push(Stores.self, updates: true)])
    Route(
      "store", "/stores/:id(\\d+)", to: [.select("search"), .push(Stores.self), .push(Store.self)])
  }

  @RouteTable.Builder static var bagRoutes: [RouteTable.Part] {
    Route("bag", "/bag", "/cart", to: bag)
    Route("addToBag", "/bag/add/:product(\\d+)", to: bag)
      .performs(
        Work.addToBag, with: ["product": ":product", "quantity": 1], expires: .seconds(600))
    Route("checkout", "/checkout", to: bag + [.push(Checkout.self)])
    Route("payment", "/checkout/payment", to: bag + [.push(Checkout.self), .push(Payment.self)])
    Route(
      "orderPlaced", "/checkout/done/:order(\\d+)",
      to: [.present("bag", style: .full), .pushAsRoot(OrderPlaced.self)]
    )
    .performs(Work.celebrate, when: .ready, key: "celebrate")
    Route("giftCard", "/gift/:code", to: [.present(GiftCard.self, style: .sheet, from: .topmost)])
  }

  @RouteTable.Builder static var accountRoutes: [RouteTable.Part] {
    Route("profile", "/account", to: [.select("profile")])
    Route("orders", "/orders", to: orders)
    Route("order", version: 2, "/orders/:id(\\d+)", to: orders + [.push(Order.self)])
      .performs(
        Work.highlight, with: ["id": ":id"], when: .ready, key: "highlight",
        expires: .seconds(3_600))
    Route(
      "tracking", "/orders/:order(\\d+)/tracking", "/track/:order(\\d+)",
      to: orders + [.push(Order.self, with: ["id": ":order"]), .push(Tracking.self)])
    Route(
      "return", "/orders/:order(\\d+)/return",
      to: orders + [
        .push(Order.self, with: ["id": ":order"]), .present(Return.self, style: .sheet),
      ])
    Route(
      "invoice", "/orders/:order(\\d+)/invoice.pdf",
      to: orders + [.present(Invoice.self, style: .full)])
    Route("wishlist", "/wishlist", to: [.select("detail"), .pushAsRoot(Wishlist.self)])
    Route("sharedWishlist", "/w/:token", to: [.select("home"), .push(SharedWishlist.self)])
    Route("addresses", "/account/addresses", to: [.select("detail"), .pushAsRoot(Addresses.self)])
    Route(
      "address", "/account/addresses/:id(\\d+)",
      to: [.select("detail"), .pushAsRoot(Addresses.self), .push(Address.self)])
    Route("cards", "/account/cards", to: [.select("detail"), .pushAsRoot(Cards.self)])
    Route(
      "editProfile", "/account/edit",
      to: [.select("account"), .present(EditProfile.self, style: .sheet)])
    Route(
      "settings", "/settings{/:section(language|notifications|privacy)}?",
      to: [.select("menu"), .push(Settings.self, updates: true)])
  }

  @RouteTable.Builder static var doorRoutes: [RouteTable.Part] {
    Route("login", "/login", to: [.present(Login.self, style: .sheet, from: .topmost, find: .name)])
    Route("signUp", "/join", to: [.present(SignUp.self, style: .sheet, from: .topmost)])
    Route(
      "invitation", "/invite/:code",
      to: [
        .present(SignUp.self, style: .sheet, from: .topmost, with: ["invitation": ":code"])
      ]
    )
    .keepsOpen("utm_source")
    Route(
      "resetPassword", "/reset/:token",
      to: [.select("profile"), .present(ResetPassword.self, style: .full)])
    Route(
      "confirmEmail", "/confirm/:code",
      to: [.select("profile"), .present(ConfirmEmail.self, style: .sheet)]
    )
    .performs(Work.confirmEmail, with: ["code": ":code"], expires: .seconds(86_400))
    Route("ageGate", "/age", to: [.present(AgeGate.self, style: .full, from: .topmost)])
    Route(
      "maintenance", "/maintenance", to: [.present(Maintenance.self, style: .full, from: .topmost)])
    Route("legacy", "/item.php", "/index.php", to: [.select("catalog")]).asks(Gate.moved)
  }

  @RouteTable.Builder static var helpRoutes: [RouteTable.Part] {
    Route("help", "/help", to: helpDesk)
    Route("helpArticle", "/help/:slug", to: helpDesk + [.push(HelpArticle.self)])
    Route("nextArticle", "/help/next/:slug", to: helpDesk + [.replaceTop(HelpArticle.self)])
    Route("contact", "/contact", to: helpDesk + [.present(Contact.self, style: .sheet)])
    Route("chat", "/chat", to: [.present(Chat.self, style: .sheet, from: .topmost, updates: true)])
      .asks(Gate.signedIn)
  }
}

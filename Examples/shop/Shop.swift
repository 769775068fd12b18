import RouteEngine

/// A shop's screens and routes. `routes.json5` beside this file says the same; a test holds the two
/// together.
enum Shop {
  /// Four tabs: three stacks, and an account in two columns.
  static let tree = """
    main/tabs[
      home/stack*[feed]  shop/stack[catalog]  search/stack[searchStart]
      account/split[ menu/stack[profile]  detail/stack[welcome] ]
    ]
    """

  /// The route table.
  ///
  /// - Throws: every mistake in it, should there be any.
  static func table() throws(RouteTableMistakes) -> RouteTable {
    try RouteTable(tree: tree, interceptors: ["maintenance"]) {
      catalogKinds
      bagKinds
      accountKinds
      doorKinds
      catalogRoutes
      bagRoutes
      accountRoutes
      doorRoutes
      helpRoutes
    }
  }
}

/// The kinds of screens, with what the journal may not know and what has to be asked.
extension Shop {
  @RouteTableBuilder private static var catalogKinds: [RouteTablePart] {
    Kind(Deals.self)
    Kind(Deal.self)
    Kind(Category.self)
    Kind(Brand.self)
    Kind(Product.self, version: 2, private: \.coupon)
      .performs("trackView", with: ["product": \Product.id])
    Kind(Reviews.self)
    Kind(Review.self)
    Kind(WriteReview.self).asks("signedIn")
    Kind(Gallery.self)
    Kind(SizeGuide.self)
    Kind(SearchResults.self)
    Kind(Scanner.self)
    Kind(Stores.self)
    Kind(Store.self)
  }

  @RouteTableBuilder private static var bagKinds: [RouteTablePart] {
    Kind("bag", container: .stack)
    Kind(BagContents.self, private: \.coupon)
    Kind(Checkout.self).asks("signedIn")
    Kind(Payment.self, dismissible: false).asks("signedIn")
    Kind(OrderPlaced.self)
    Kind(GiftCard.self, private: \.code)
  }

  @RouteTableBuilder private static var accountKinds: [RouteTablePart] {
    Kind(Orders.self).asks("signedIn")
    Kind(Order.self, version: 2).asks("signedIn")
    Kind(Tracking.self)
    Kind(Return.self, private: \.reason)
    Kind(Invoice.self).asks("signedIn")
    Kind(Wishlist.self)
    Kind(SharedWishlist.self, identity: \.token, private: \.token)
    Kind(Addresses.self).asks("signedIn")
    Kind(Address.self).asks("signedIn")
    Kind(Cards.self).asks("signedIn")
    Kind(EditProfile.self).asks("signedIn")
    Kind(Settings.self)
  }

  @RouteTableBuilder private static var doorKinds: [RouteTablePart] {
    Kind(Login.self, private: \.email)
    Kind(SignUp.self, private: \.invitation)
    Kind(ResetPassword.self, private: \.token)
    Kind(ConfirmEmail.self, private: \.code, \.email)
    Kind(AgeGate.self)
    Kind(Maintenance.self, dismissible: false)
    Kind(Help.self)
    Kind(HelpArticle.self)
    Kind(Contact.self)
    Kind(Chat.self).withoutIdentity()
  }
}

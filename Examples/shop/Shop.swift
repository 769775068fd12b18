import RouteEngine

/// A shop's screens and routes. `routes.json5` beside this file defines the same table; a test
/// compares them.
enum Shop {
  /// Four tabs: three stacks, and an account in two columns.
  static let tree = """
    main/tabs[
      home/stack*[feed]  shop/stack[catalog]  search/stack[searchStart]
      account/split[ menu/stack[profile]  detail/stack[welcome] ]
    ]
    """

  /// The interceptors; a request waits for the condition with the interceptor's name.
  enum Gate: String { case maintenance, ageChecked, moved, signedIn }

  /// The actions.
  enum Work: String, CaseIterable {
    case addToBag, celebrate, confirmEmail, highlight, trackView
  }

  /// The route table.
  ///
  /// - Throws: all mistakes in it.
  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: tree, interceptors: [Gate.maintenance]) {
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

/// The kinds of screens, with their private parameters and their interceptors.
extension Shop {
  @RouteTable.Builder private static var catalogKinds: [RouteTable.Part] {
    DeclaredScreen(Deals.self)
    DeclaredScreen(Deal.self)
    DeclaredScreen(Category.self)
    DeclaredScreen(Brand.self)
    DeclaredScreen(Product.self, version: 2, private: \.coupon)
      .performs(Work.trackView, with: ["product": \Product.id])
    DeclaredScreen(Reviews.self)
    DeclaredScreen(Review.self)
    DeclaredScreen(WriteReview.self).asks(Gate.signedIn)
    DeclaredScreen(Gallery.self)
    DeclaredScreen(SizeGuide.self)
    DeclaredScreen(SearchResults.self)
    DeclaredScreen(Scanner.self)
    DeclaredScreen(Stores.self)
    DeclaredScreen(Store.self)
  }

  @RouteTable.Builder private static var bagKinds: [RouteTable.Part] {
    DeclaredScreen("bag", container: .stack)
    DeclaredScreen(BagContents.self, private: \.coupon)
    DeclaredScreen(Checkout.self).asks(Gate.signedIn)
    DeclaredScreen(Payment.self, dismissible: false).asks(Gate.signedIn)
    DeclaredScreen(OrderPlaced.self)
    DeclaredScreen(GiftCard.self, private: \.code)
  }

  @RouteTable.Builder private static var accountKinds: [RouteTable.Part] {
    DeclaredScreen(Orders.self).asks(Gate.signedIn)
    DeclaredScreen(Order.self, version: 2).asks(Gate.signedIn)
    DeclaredScreen(Tracking.self)
    DeclaredScreen(Return.self, private: \.reason)
    DeclaredScreen(Invoice.self).asks(Gate.signedIn)
    DeclaredScreen(Wishlist.self)
    DeclaredScreen(SharedWishlist.self, identity: \.token, private: \.token)
    DeclaredScreen(Addresses.self).asks(Gate.signedIn)
    DeclaredScreen(Address.self).asks(Gate.signedIn)
    DeclaredScreen(Cards.self).asks(Gate.signedIn)
    DeclaredScreen(EditProfile.self).asks(Gate.signedIn)
    DeclaredScreen(Settings.self)
  }

  @RouteTable.Builder private static var doorKinds: [RouteTable.Part] {
    DeclaredScreen(Login.self, private: \.email)
    DeclaredScreen(SignUp.self, private: \.invitation)
    DeclaredScreen(ResetPassword.self, private: \.token)
    DeclaredScreen(ConfirmEmail.self, private: \.code, \.email)
    DeclaredScreen(AgeGate.self)
    DeclaredScreen(Maintenance.self, dismissible: false)
    DeclaredScreen(Help.self)
    DeclaredScreen(HelpArticle.self)
    DeclaredScreen(Contact.self)
    DeclaredScreen(Chat.self).withoutIdentity()
  }
}

import RouteEngine

/// The screens of the shop: one type each, whose properties are the parameters.
extension Shop {
  // Browsing

  struct Deals: ScreenKind {}
  struct Deal: ScreenKind { var id: Int }
  struct Category: ScreenKind { var path: String }
  struct Brand: ScreenKind { var name: String }
  struct Product: ScreenKind {
    var id: Int
    var coupon: String?
  }
  struct Reviews: ScreenKind { var product: Int }
  struct Review: ScreenKind {
    var product: Int
    var id: Int
  }
  struct WriteReview: ScreenKind {
    var product: Int
    var stars: Int?
  }
  struct Gallery: ScreenKind {
    var product: Int
    var photo: Int?
  }
  struct SizeGuide: ScreenKind { var garment: String }
  struct SearchResults: ScreenKind {
    var query: String
    var page: Int?
  }
  struct Scanner: ScreenKind {}
  struct Stores: ScreenKind {
    var latitude: Double?
    var longitude: Double?
  }
  struct Store: ScreenKind { var id: Int }

  // Buying

  struct BagContents: ScreenKind { var coupon: String? }
  struct Checkout: ScreenKind {}
  struct Payment: ScreenKind {}
  struct OrderPlaced: ScreenKind { var order: Int }
  struct GiftCard: ScreenKind { var code: String }

  // The account

  struct Orders: ScreenKind {}
  struct Order: ScreenKind { var id: Int }
  struct Tracking: ScreenKind { var order: Int }
  struct Return: ScreenKind {
    var order: Int
    var reason: String?
  }
  struct Invoice: ScreenKind { var order: Int }
  struct Wishlist: ScreenKind {}
  struct SharedWishlist: ScreenKind { var token: String }
  struct Addresses: ScreenKind {}
  struct Address: ScreenKind { var id: Int }
  struct Cards: ScreenKind {}
  struct EditProfile: ScreenKind {}
  struct Settings: ScreenKind {
    enum Section: String, Codable, CaseIterable { case language, notifications, privacy }
    var section: Section?
  }

  // Getting in

  struct Login: ScreenKind { var email: String? }
  struct SignUp: ScreenKind { var invitation: String? }
  struct ResetPassword: ScreenKind { var token: String }
  struct ConfirmEmail: ScreenKind {
    var code: String
    var email: String?
  }
  struct AgeGate: ScreenKind {}
  struct Maintenance: ScreenKind {}

  // Help

  struct Help: ScreenKind {}
  struct HelpArticle: ScreenKind { var slug: String }
  struct Contact: ScreenKind { var order: Int? }
  struct Chat: ScreenKind { var order: Int? }
}

// The parts of Foundation and Core Foundation that this package uses, each declaration as Apple
// documents it at the address beside it. Differences are the bodies, and things that Linux cannot
// express (Objective-C). Addresses are below https://developer.apple.com/documentation; if a page
// was not available, the quoted source is named instead.

/// "protocol NSObjectProtocol"
/// /objectivec/nsobjectprotocol
public protocol NSObjectProtocol: AnyObject {}

/// "class NSObject"
/// /objectivec/nsobject-swift.class
open class NSObject: NSObjectProtocol, Hashable {
  /// "init()"
  public init() {}
  /// NSObject compares by identity.
  public static func == (left: NSObject, right: NSObject) -> Bool { left === right }
  /// NSObject hashes by identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// "protocol NSSecureCoding : NSCoding"
/// /foundation/nssecurecoding
public protocol NSSecureCoding {}

/// "class NSCoder"
/// /foundation/nscoder
open class NSCoder: NSObject {}

/// "class Bundle"
/// /foundation/bundle
open class Bundle: NSObject {
  /// "class var main: Bundle { get }"
  /// /foundation/bundle/main
  open class var main: Bundle { Bundle() }
  /// "var bundleIdentifier: String? { get }"
  /// /foundation/bundle/bundleidentifier
  open var bundleIdentifier: String? { nil }
  /// "var infoDictionary: [String : Any]? { get }"
  /// /foundation/bundle/infodictionary
  open var infoDictionary: [String: Any]? { nil }
}

/// "public struct UUID : Hashable, Equatable, CustomStringConvertible, Sendable"
/// swiftlang/swift-foundation, Sources/FoundationEssentials/UUID.swift
public struct UUID: Hashable, Sendable {
  /// "var uuidString: String { get }"
  /// /foundation/uuid/uuidstring
  public var uuidString: String { "" }
}

/// "class ProcessInfo"
/// /foundation/processinfo
open class ProcessInfo: NSObject {
  /// "class var processInfo: ProcessInfo { get }"
  /// /foundation/processinfo/processinfo
  open class var processInfo: ProcessInfo { ProcessInfo() }
  /// "var processName: String { get set }"
  /// /foundation/processinfo/processname
  open var processName: String = ""
}

/// "public struct URL: Equatable, Sendable, Hashable"
/// swiftlang/swift-foundation, Sources/FoundationEssentials/URL/URL.swift
public struct URL: Hashable, Sendable {
  init() {}
  /// "var absoluteString: String { get }"
  /// /foundation/url/absolutestring
  public var absoluteString: String { "" }
  /// "var path: String { get }"
  /// /foundation/url/path
  public var path: String { "" }
  /// "func appendingPathComponent(_ pathComponent: String, isDirectory: Bool) -> URL"
  /// /foundation/url/appendingpathcomponent(_:isdirectory:)
  public func appendingPathComponent(_ pathComponent: String, isDirectory: Bool) -> URL { self }
  /// "func appendingPathComponent(_ pathComponent: String) -> URL"
  /// /foundation/url/appendingpathcomponent(_:)
  public func appendingPathComponent(_ pathComponent: String) -> URL { self }
  /// "mutating func setResourceValues(_ values: URLResourceValues) throws"
  /// /foundation/url/setresourcevalues(_:)
  public mutating func setResourceValues(_ values: URLResourceValues) throws {}
}

/// "struct URLResourceValues"
/// /foundation/urlresourcevalues
public struct URLResourceValues {
  /// "init()"
  /// /foundation/urlresourcevalues/init()
  public init() {}
  /// "var isExcludedFromBackup: Bool? { get set }"
  /// /foundation/urlresourcevalues/isexcludedfrombackup
  public var isExcludedFromBackup: Bool?
}

/// "struct Date"
/// /foundation/date
public struct Date: Sendable {
  /// "init()"
  public init() {}
  /// "var timeIntervalSince1970: TimeInterval { get }"
  /// /foundation/date/timeintervalsince1970
  public var timeIntervalSince1970: TimeInterval { 0 }
}

/// "typealias TimeInterval = Double"
/// /foundation/timeinterval
public typealias TimeInterval = Double

/// "@frozen struct Data"
/// /foundation/data
public struct Data: Sendable {}

/// "class NSNumber"
/// /foundation/nsnumber
open class NSNumber: NSObject {
  /// "var boolValue: Bool { get }"
  /// /foundation/nsnumber/boolvalue
  open var boolValue: Bool { false }
  /// "var doubleValue: Double { get }"
  /// /foundation/nsnumber/doublevalue
  open var doubleValue: Double { 0 }
}

extension Int64 {
  /// "public init?(exactly number: NSNumber)"
  /// swiftlang/swift, stdlib/public/Darwin/Foundation/NSNumber.swift; of Int32, Apple's page has
  /// the same: /swift/int32/init(exactly:)-5hlj9
  public init?(exactly number: NSNumber) { nil }
}

/// "typealias CFTypeRef = AnyObject"
/// /corefoundation/cftyperef
public typealias CFTypeRef = AnyObject
/// "typealias CFTypeID = UInt"
/// /corefoundation/cftypeid
public typealias CFTypeID = UInt
/// "class CFNumber", to which NSNumber is bridged without a cast
/// /corefoundation/cfnumber
public typealias CFNumber = NSNumber
/// "func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID"
/// /corefoundation/cfgettypeid(_:)
public func CFGetTypeID(_ cf: CFTypeRef?) -> CFTypeID { 0 }
/// "func CFBooleanGetTypeID() -> CFTypeID"
/// /corefoundation/cfbooleangettypeid()
public func CFBooleanGetTypeID() -> CFTypeID { 0 }
/// "func CFNumberIsFloatType(_ number: CFNumber!) -> Bool"
/// /corefoundation/cfnumberisfloattype(_:)
public func CFNumberIsFloatType(_ number: CFNumber?) -> Bool { false }

/// "let NSUserActivityTypeBrowsingWeb: String"
/// /foundation/nsuseractivitytypebrowsingweb
public let NSUserActivityTypeBrowsingWeb: String = ""

/// "class NSUserActivity"
/// /foundation/nsuseractivity
open class NSUserActivity: NSObject {
  /// "var activityType: String { get }"
  /// /foundation/nsuseractivity/activitytype
  open var activityType: String { "" }
  /// "var webpageURL: URL? { get set }"
  /// /foundation/nsuseractivity/webpageurl
  open var webpageURL: URL?
  /// "var userInfo: [AnyHashable : Any]? { get set }"
  /// /foundation/nsuseractivity/userinfo
  open var userInfo: [AnyHashable: Any]?
}

/// "class FileManager"
/// /foundation/filemanager
open class FileManager: NSObject {
  /// "class var `default`: FileManager { get }"
  /// /foundation/filemanager/default
  open class var `default`: FileManager { FileManager() }
  /// "enum SearchPathDirectory"
  /// /foundation/filemanager/searchpathdirectory
  public enum SearchPathDirectory: UInt, Sendable {
    /// "case applicationSupportDirectory", "case cachesDirectory"
    case applicationSupportDirectory, cachesDirectory
  }
  /// "struct SearchPathDomainMask"
  /// /foundation/filemanager/searchpathdomainmask
  public struct SearchPathDomainMask: OptionSet, Sendable {
    /// "let rawValue: UInt"
    public let rawValue: UInt
    /// "init(rawValue: UInt)"
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// "static var userDomainMask: FileManager.SearchPathDomainMask { get }"
    public static var userDomainMask: SearchPathDomainMask { [] }
  }
  /// "func urls(for directory: FileManager.SearchPathDirectory, in domainMask:
  /// FileManager.SearchPathDomainMask) -> [URL]"
  /// /foundation/filemanager/urls(for:in:)
  open func urls(
    for directory: FileManager.SearchPathDirectory, in domainMask: FileManager.SearchPathDomainMask
  ) -> [URL] { [] }
  /// "func createDirectory(at url: URL, withIntermediateDirectories createIntermediates: Bool,
  /// attributes: [FileAttributeKey : Any]? = nil) throws"
  /// /foundation/filemanager/createdirectory(at:withintermediatedirectories:attributes:)
  open func createDirectory(
    at url: URL, withIntermediateDirectories createIntermediates: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  /// "func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL?"
  /// /foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)
  open func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    nil
  }
  /// "func contentsOfDirectory(atPath path: String) throws -> [String]"
  /// /foundation/filemanager/contentsofdirectory(atpath:)
  open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
  /// "func setAttributes(_ attributes: [FileAttributeKey : Any], ofItemAtPath path: String) throws"
  /// /foundation/filemanager/setattributes(_:ofitematpath:)
  open func setAttributes(
    _ attributes: [FileAttributeKey: Any], ofItemAtPath path: String
  ) throws {}
}

/// "struct FileAttributeKey"
/// /foundation/fileattributekey
public struct FileAttributeKey: Hashable, Sendable {
  /// "static let protectionKey: FileAttributeKey"
  /// /foundation/fileattributekey/protectionkey
  public static let protectionKey = FileAttributeKey()
}

/// "struct FileProtectionType"
/// /foundation/fileprotectiontype
public struct FileProtectionType: Hashable, Sendable {
  /// "static let completeUntilFirstUserAuthentication: FileProtectionType"
  /// /foundation/fileprotectiontype/completeuntilfirstuserauthentication
  public static let completeUntilFirstUserAuthentication = FileProtectionType()
  /// "static let complete: FileProtectionType", "static let none: FileProtectionType"
  /// /foundation/fileprotectiontype/complete, /foundation/fileprotectiontype/none
  public static let complete = FileProtectionType(), none = FileProtectionType()
}

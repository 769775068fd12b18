// The parts of Darwin's Swift overlay that this package uses: macros and variadic functions of C.
// Everything else comes from Apple's own headers, see Scripts/apple. Quoted from swiftlang/swift,
// stdlib/public/Platform/Platform.swift and TiocConstants.swift, where these were public.

@_exported public import Darwin

/// "public var errno: Int32 { get set }"
public var errno: Int32 {
  get { unsafe __error().pointee }
  set { unsafe __error().pointee = newValue }
}

/// "public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32"
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { -1 }

/// "public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32"
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { -1 }

/// "public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32"
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { -1 }

/// "public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t)
/// -> Int32"
public func openat(
  _ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t
) -> Int32 { -1 }

/// "public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32"
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { -1 }

/// "public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32"
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { -1 }

/// "public var S_IFMT: mode_t { return mode_t(0o170000) }"
public var S_IFMT: mode_t { 0o170000 }
/// "public var S_IFDIR: mode_t { return mode_t(0o040000) }"
public var S_IFDIR: mode_t { 0o040000 }
/// "public var S_IFREG: mode_t { return mode_t(0o100000) }"
public var S_IFREG: mode_t { 0o100000 }

/// "public var TIOCGWINSZ: UInt { return 0x40087468 }"
public var TIOCGWINSZ: UInt { 0x4008_7468 }

/// "public var SIG_IGN: sig_t { return unsafeBitCast(1, to: sig_t.self) }"
public var SIG_IGN: sig_t { unsafe unsafeBitCast(1, to: sig_t.self) }
/// "public var SIG_DFL: sig_t? { return nil }"
public var SIG_DFL: sig_t? { nil }

/// "public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt"
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { -1 }

/// "#define CLOCK_REALTIME _CLOCK_REALTIME" in time.h, which Apple's compiler imports.
public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
/// "#define CLOCK_MONOTONIC _CLOCK_MONOTONIC" in time.h, which Apple's compiler imports.
public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }

// A misspelt upcoming feature is silently ignored; the probe of a feature that is off does not
// compile.

#if !hasFeature(ExistentialAny)
#error("ExistentialAny is off")
#endif

#if !hasFeature(InternalImportsByDefault)
#error("InternalImportsByDefault is off")
#endif

#if !hasFeature(MemberImportVisibility)
#error("MemberImportVisibility is off")
#endif

#if !hasFeature(InferIsolatedConformances)
#error("InferIsolatedConformances is off")
#endif

#if !hasFeature(NonisolatedNonsendingByDefault)
#error("NonisolatedNonsendingByDefault is off")
#endif

#if !hasFeature(ImmutableWeakCaptures)
#error("ImmutableWeakCaptures is off")
#endif

#if !hasFeature(StrictMemorySafety)
#error("strict memory safety is off")
#endif

#if !swift(>=6.0)
#error("the Swift 6 language mode is off")
#endif

#if hasFeature(ImmutableWeakCapture)
#error("a misspelt feature counts as on, so the probes above prove nothing")
#endif

/// Keeps a result from being optimised away.
@inline(never)
package func keep<Value>(_ value: Value) { _ = value }

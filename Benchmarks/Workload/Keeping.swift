/// Keeps the optimiser from removing the computation of a result.
@inline(never)
package func keep<Value>(_ value: Value) { _ = value }

/// Storage.
public enum RouteStorePlaceholder: Sendable {}

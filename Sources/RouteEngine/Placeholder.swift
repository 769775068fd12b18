/// Engine.
public enum RouteEnginePlaceholder: Sendable {}

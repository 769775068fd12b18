@main
struct RouteReplay {
  static func main() {}
}

extension RecordedAnswer {
  /// As the journal writes it.
  package var journaled: String {
    var writer = JSONWriter()
    writer.answer(self)
    return writer.text
  }
}

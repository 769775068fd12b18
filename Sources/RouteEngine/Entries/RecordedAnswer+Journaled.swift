extension RecordedAnswer {
  /// Its JSON in the journal.
  package var journaled: String {
    var writer = JSONWriter()
    writer.answer(self)
    return writer.text
  }
}

// Devices and sessions, by which the journal was written.

function fillSessions(journal) {
  fillSection("devices", journal.devices.length > 1 ? deviceTable(journal) : null);
  document.getElementById("devices").hidden = journal.devices.length < 2;
  const { sessions } = journal;
  const columns = [
    ["beginning", "beginning"], ["ending", "ending"], ["app_version", "version"],
    ["build", "build"], ["system", "system"], ["device", "device"], ["table", "route table"],
    ["identifier", "identifier"],
  ].map(([name, head]) => ({ name, head, places: new Set(sessions[name]) }))
    .filter((column) => column.places.size > 1 || !column.places.has(0));
  // A value that all rows share is shown once.
  const isSame = (column) => sessions.count > 1 && column.places.size === 1;
  const told = columns.filter((column) => !isSame(column));
  fillSection(
    "environment",
    element("p", { class: "muted" }, "File ", quoted(journal.path), `, ${journal.scope}.`),
    columns.some(isSame) ? element(
      "p", { class: "muted", id: "alike" }, "All of them: ",
      columns.filter(isSame).flatMap((column, at) => [
        at > 0 ? ", " : "", `${column.head} `, longText(textAt(sessions[column.name][0])),
      ]), ".") : null,
    sessions.count === 0 ? null : table(
      "Sessions",
      ["session", "began", "ended", "entries", "failed", ...told.map((column) => column.head)],
      {
        count: sessions.count,
        row: (place) => [
          sessionLink(journal, sessions.session[place]), quoted(toTheSecond(sessions.began[place])),
          sessions.ended[place] === null ? "–" : quoted(toTheSecond(sessions.ended[place])),
          number(journal.tallies[place].entries), number(journal.tallies[place].failures),
          ...told.map((column) => {
            const text = journal.sessionText(place, column.name);
            if (text === "") return "–";
            return column.name === "device" && journal.devices.length > 1
              ? facetLink(deviceFacet(sessions.device[place]), quoted(text)) : longText(text);
          }),
        ],
      }, [0, 3, 4], 50));
}

function deviceTable(journal) {
  const { devices } = journal;
  return [
    element("p", { class: "muted" }, "Those with the most failures first."),
    table("Devices", ["device", "sessions", "cut off", "entries", "failed", "first", "last"], {
      count: devices.length,
      row: (at) => {
        const one = devices[at];
        const time = (index) => (index < 0 ? "–" : toTheSecond(journal.entries.at[index]));
        return [
          facetLink(deviceFacet(one.device), quoted(textAt(one.device))), number(one.sessions),
          number(one.cutOff), number(one.entries), number(one.failures), time(one.first),
          time(one.last),
        ];
      },
    }, [1, 2, 3, 4], 20),
  ];
}

/** The number of a session, as a link to the first of its entries. */
function sessionLink(journal, session) {
  const { first } = journal.entriesOf(session);
  return first < 0 ? String(session) : entryLink(journal, first, String(session));
}

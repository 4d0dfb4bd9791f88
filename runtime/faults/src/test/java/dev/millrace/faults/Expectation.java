package dev.millrace.faults;

import dev.millrace.faults.Feed.Event;
import dev.millrace.faults.Functions.Function;
import dev.millrace.testkit.oracle.Oracle;
import dev.millrace.testkit.oracle.OraclePane;
import dev.millrace.testkit.oracle.OracleRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What functions must write for a feed, by the oracle of the test kit, which shares no code with
 * the engine. In the form of {@link Outputs}.
 */
final class Expectation {
  private final Map<String, List<String>> rows = new TreeMap<>();

  private Expectation() {}

  /** The rows by topic and group. */
  static Map<String, List<String>> of(List<Function> functions, Feed feed) {
    Expectation all = new Expectation();
    functions.forEach(f -> all.add(f, feed));
    return all.rows;
  }

  /** How many rows there are. */
  static int count(Map<String, List<String>> rows) {
    return rows.values().stream().mapToInt(List::size).sum();
  }

  private void add(Function function, Feed feed) {
    boolean rekeyed = function.isRekeyed();
    List<Oracle> oracles =
        IntStream.range(0, rekeyed ? 1 : Feed.PARTITIONS)
            .mapToObj(
                p -> new Oracle(function.spec(), false, rekeyed, rekeyed ? Feed.PARTITIONS : 1, 0))
            .toList();
    for (Event event : feed.events()) {
      oracles.get(rekeyed ? 0 : event.partition()).record(record(event, rekeyed));
      if (event.rejection() != null) {
        row(
            function.deadLetters(),
            Integer.toString(event.partition()),
            event.offset() + " " + event.key() + " " + event.rejection());
      }
    }
    for (int p = 0; p < oracles.size(); p++) {
      addLate(function, feed, p, oracles.get(p));
      oracles.get(p).panes().forEach(pane -> addPane(function, pane));
    }
  }

  private static OracleRecord record(Event event, boolean rekeyed) {
    boolean readable = event.rejection() == null || event.rejection().equals("null_key");
    return new OracleRecord(
        rekeyed ? event.partition() : 0,
        event.offset(),
        readable ? event.atMs() : null,
        0,
        event.key() == null ? null : rekeyed ? event.user() : event.key(),
        event.offset() + ":" + event.amount(),
        false,
        event.atMs());
  }

  private void addLate(Function function, Feed feed, int partition, Oracle oracle) {
    for (String late : oracle.late()) {
      long offset = Long.parseLong(late.substring(late.indexOf(':') + 1));
      feed.events().stream()
          .filter(e -> e.partition() == partition && e.offset() == offset)
          .forEach(e -> row(function.late(), Integer.toString(partition), offset + " " + e.key()));
    }
  }

  private void addPane(Function function, OraclePane pane) {
    String[] records = pane.value().split(",", -1);
    long total = 0;
    for (String r : records) {
      total += Long.parseLong(r.substring(r.indexOf(':') + 1));
    }
    String value =
        "{\"key\":\"%s\",\"windowStart\":%d,\"windowEnd\":%d,\"events\":%d,\"total\":%d}"
            .formatted(pane.key(), pane.startMs(), pane.endMs(), records.length, total);
    row(
        function.panes(),
        pane.key(),
        Outputs.paneText(
            Long.toString(pane.startMs()),
            Long.toString(pane.endMs()),
            pane.kind().label(),
            Integer.toString(pane.index()),
            Boolean.toString(pane.isFinal()),
            value));
  }

  private void row(String topic, String group, String row) {
    rows.computeIfAbsent(Outputs.group(topic, group), k -> new ArrayList<>()).add(row);
  }
}

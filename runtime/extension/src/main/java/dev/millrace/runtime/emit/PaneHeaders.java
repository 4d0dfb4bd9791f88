package dev.millrace.runtime.emit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.engine.Pane;
import dev.millrace.engine.PaneFailure;
import dev.millrace.functions.PaneKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;

/**
 * The headers of panes. Panes of one window fire one after the other and differ in key and value
 * only, so the headers made last are used again. For one thread.
 */
final class PaneHeaders {
  private static final Header IS_FINAL = new Text(HeaderNames.FINAL, "true");
  private static final Header NOT_FINAL = new Text(HeaderNames.FINAL, "false");
  private static final Header FIRST = new Text(HeaderNames.PANE_INDEX, "0");
  private static final Map<PaneKind, Header> KINDS = kinds();

  private final Header function;
  private long startMs;
  private long endMs;
  private PaneKind kind = PaneKind.ON_TIME;
  private int index;
  private boolean isFinal;
  private List<Header> last = List.of();
  private long bytes;

  /** A header whose value is UTF-8 text; the value is shared and not to be changed. */
  private record Text(String key, byte[] value) implements Header {
    Text(String key, String value) {
      this(key, value.getBytes(UTF_8));
    }
  }

  PaneHeaders(String function) {
    this.function = new Text(HeaderNames.FUNCTION, function);
  }

  /** The headers of a pane. */
  List<Header> of(Pane pane) {
    if (last.isEmpty() || !isAsLast(pane)) {
      startMs = pane.startMs();
      endMs = pane.endMs();
      kind = pane.kind();
      index = pane.index();
      isFinal = pane.isFinal();
      last =
          List.of(
              function,
              number(HeaderNames.WINDOW_START, startMs),
              number(HeaderNames.WINDOW_END, endMs),
              kind(kind),
              index == 0 ? FIRST : number(HeaderNames.PANE_INDEX, index),
              isFinal ? IS_FINAL : NOT_FINAL);
      bytes = RecordSize.upperBound(last);
    }
    return last;
  }

  /** The headers of a pane that could not be made. */
  List<Header> of(PaneFailure failure) {
    return List.of(
        function,
        number(HeaderNames.WINDOW_START, failure.startMs()),
        number(HeaderNames.WINDOW_END, failure.endMs()),
        kind(failure.kind()),
        number(HeaderNames.PANE_INDEX, failure.index()));
  }

  /** What the headers given last for a pane take in a request, as {@link RecordSize} estimates. */
  long bytes() {
    return bytes;
  }

  private boolean isAsLast(Pane pane) {
    return pane.startMs() == startMs
        && pane.endMs() == endMs
        && pane.kind() == kind
        && pane.index() == index
        && pane.isFinal() == isFinal;
  }

  private static Header number(String key, long value) {
    return new Text(key, Long.toString(value));
  }

  private static Header kind(PaneKind kind) {
    Header header = KINDS.get(kind);
    return header == null ? new Text(HeaderNames.PANE, kind.label()) : header;
  }

  private static Map<PaneKind, Header> kinds() {
    Map<PaneKind, Header> kinds = new EnumMap<>(PaneKind.class);
    for (PaneKind kind : PaneKind.values()) {
      kinds.put(kind, new Text(HeaderNames.PANE, kind.label()));
    }
    return kinds;
  }
}

package dev.millrace.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects outputs as text, for reading in tests: {@code k [0,10) on-time #0 15 final}. */
final class Outputs implements TaskOutput {
  private final List<String> lines = new ArrayList<>();

  @Override
  public void pane(Pane pane) {
    lines.add(
        text(pane.key(), pane.startMs(), pane.endMs())
            + " "
            + pane.kind().label()
            + " #"
            + pane.index()
            + " "
            + new String(pane.value(), StandardCharsets.UTF_8)
            + (pane.isFinal() ? " final" : ""));
  }

  @Override
  public void result(
      InputRecord record, int index, byte @Nullable [] key, byte[] value, long timeMs) {
    lines.add(
        (key == null ? "-" : new String(key, StandardCharsets.UTF_8))
            + " "
            + new String(value, StandardCharsets.UTF_8)
            + " t="
            + timeMs
            + " @"
            + record.offset()
            + "#"
            + index);
  }

  @Override
  public void late(InputRecord record, long eventTimeMs, long watermarkMs) {
    lines.add("late @" + record.offset() + " t=" + eventTimeMs + " W=" + watermarkMs);
  }

  @Override
  public void reject(
      InputRecord record, RejectReason reason, String message, @Nullable Throwable cause) {
    lines.add("rejected @" + record.offset() + " " + reason.label());
  }

  @Override
  public void failed(PaneFailure failure) {
    lines.add(
        "failed "
            + text(failure.key(), failure.startMs(), failure.endMs())
            + " "
            + failure.kind().label()
            + " #"
            + failure.index());
  }

  /** What came since the last call. */
  List<String> take() {
    List<String> taken = List.copyOf(lines);
    lines.clear();
    return taken;
  }

  private static String text(byte[] key, long startMs, long endMs) {
    String start = startMs == Long.MIN_VALUE ? "-∞" : Long.toString(startMs);
    String end = endMs == Long.MAX_VALUE ? "∞" : Long.toString(endMs);
    return new String(key, StandardCharsets.UTF_8) + " [" + start + "," + end + ")";
  }
}

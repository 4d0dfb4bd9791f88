package dev.millrace.testkit;

import dev.millrace.engine.Decision;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.Pane;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.TaskOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Outputs and decisions of one transaction; seen by nobody before it is committed (rule X2). */
final class Transaction implements TaskOutput {
  final List<PaneRow> panes = new ArrayList<>();
  final List<ResultRow> results = new ArrayList<>();
  final List<LateRow> late = new ArrayList<>();
  final List<DeadLetter> deadLetters = new ArrayList<>();
  final List<Decision> decisions = new ArrayList<>();
  private final int partition;

  Transaction(int partition) {
    this.partition = partition;
  }

  @Override
  public void pane(Pane pane) {
    panes.add(
        new PaneRow(
            partition,
            text(pane.key()),
            pane.startMs(),
            pane.endMs(),
            pane.kind(),
            pane.index(),
            pane.isFinal(),
            text(pane.value())));
  }

  @Override
  public void result(
      InputRecord record, int index, byte @Nullable [] key, byte[] value, long timeMs) {
    results.add(
        new ResultRow(
            record.source(),
            record.sourceOffset(),
            index,
            key == null ? null : text(key),
            timeMs,
            text(value)));
  }

  @Override
  public void late(InputRecord record, long eventTimeMs, long watermarkMs) {
    late.add(new LateRow(record.source(), record.sourceOffset(), eventTimeMs, watermarkMs));
  }

  @Override
  public void reject(
      InputRecord record, RejectReason reason, String message, @Nullable Throwable cause) {
    deadLetters.add(new DeadLetter(record.source(), record.sourceOffset(), reason, message));
  }

  void appendTo(Transaction committed) {
    committed.panes.addAll(panes);
    committed.results.addAll(results);
    committed.late.addAll(late);
    committed.deadLetters.addAll(deadLetters);
    committed.decisions.addAll(decisions);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

package dev.millrace.runtime.http;

import dev.millrace.engine.Pane;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.WindowView;
import dev.millrace.functions.PaneKind;
import dev.millrace.runtime.ingest.LogEnds;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.partition.FunctionContext;
import dev.millrace.runtime.partition.FunctionRuntime;
import dev.millrace.runtime.partition.KeyWindows;
import dev.millrace.runtime.partition.PartitionCounts;
import dev.millrace.runtime.partition.PartitionRunner;
import dev.millrace.runtime.partition.PartitionStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What the HTTP API answers. Offsets and times that are unknown are null, never a number. */
public final class Views {
  private Views() {}

  /**
   * A function in this pod.
   *
   * @param problem why it does not run, or null
   */
  public record FunctionInfo(
      String name,
      @Nullable String problem,
      List<String> inputs,
      @Nullable String output,
      @Nullable String guarantee,
      List<PartitionInfo> partitions) {

    static FunctionInfo of(FunctionRuntime function) {
      FunctionContext c = function.context();
      return new FunctionInfo(
          c.settings().name(),
          null,
          List.copyOf(c.settings().topics().inputs()),
          c.settings().topics().panes(),
          c.runtime().guarantee().name().toLowerCase(Locale.ROOT).replace('_', '-'),
          function.runners().stream().map(r -> PartitionInfo.of(c, r)).toList());
    }

    static FunctionInfo notRunning(String name, String problem) {
      return new FunctionInfo(name, problem, List.of(), null, null, List.of());
    }
  }

  /**
   * A partition that this pod has.
   *
   * @param topic that it reads, and {@code partition} of that topic
   * @param source number of a source (rule R5); null for a partition with windows
   */
  public record PartitionInfo(
      String stage,
      String topic,
      int partition,
      @Nullable Integer source,
      String phase,
      @Nullable String problem,
      @Nullable Long nextOffset,
      @Nullable Long committed,
      @Nullable Long lag,
      @Nullable Long watermark,
      @Nullable Long nextTimer,
      long openWindows,
      long records,
      long tooLate,
      Map<String, Long> rejected,
      Map<String, Long> panes,
      long stateBytes,
      long stateEntries) {

    static PartitionInfo of(FunctionContext context, PartitionRunner runner) {
      PartitionStatus s = runner.status();
      PartitionStatus.Position p = s.position();
      TopicPartition log = context.logOf(s.ref());
      LogEnds.End end = context.ends().of(log);
      boolean known = end != null && p.nextOffset() >= 0;
      PartitionCounts counts = runner.counts();
      return new PartitionInfo(
          s.ref().stage().name().toLowerCase(Locale.ROOT),
          log.topic(),
          log.partition(),
          s.ref().stage() == Stage.SOURCE ? s.ref().number() : null,
          s.phase().label(),
          s.message().isEmpty() ? null : s.message(),
          unless(-1, p.nextOffset()),
          unless(-1, p.committed()),
          known && end != null ? (Long) Math.max(0, end.offset() - p.nextOffset()) : null,
          unless(Long.MIN_VALUE, p.watermarkMs()),
          unless(Long.MAX_VALUE, p.nextTimerMs()),
          p.openWindows(),
          counts.records(),
          counts.tooLate(),
          rejected(counts),
          panes(counts),
          p.stateBytes(),
          p.stateEntries());
    }

    private static Map<String, Long> rejected(PartitionCounts counts) {
      Map<String, Long> all = new TreeMap<>();
      for (var reason : RejectReason.values()) {
        all.put(reason.label(), counts.rejected(reason));
      }
      return all;
    }

    private static Map<String, Long> panes(PartitionCounts counts) {
      Map<String, Long> all = new TreeMap<>();
      for (var kind : PaneKind.values()) {
        all.put(kind.label(), counts.panes(kind));
      }
      return all;
    }
  }

  /**
   * The windows of a key.
   *
   * @param phase of the partition; while it is not {@code live} the windows are of an earlier time
   * @param recentSince offset from which on closed windows are remembered: where this pod took the
   *     partition; null while it has not
   * @param recentForgotten panes since then that had to make room for newer ones
   */
  public record KeyInfo(
      int partition,
      String phase,
      @Nullable Long watermark,
      List<WindowInfo> windows,
      @Nullable Long recentSince,
      long recentForgotten) {

    static KeyInfo of(PartitionStatus status, KeyWindows found) {
      List<WindowInfo> windows = new ArrayList<>();
      found.recent().forEach(pane -> windows.add(WindowInfo.of(pane)));
      found.held().forEach(view -> windows.add(WindowInfo.of(view)));
      return new KeyInfo(
          status.ref().number(),
          status.phase().label(),
          unless(Long.MIN_VALUE, status.position().watermarkMs()),
          windows,
          unless(-1, found.recentSince()),
          found.forgotten());
    }
  }

  /**
   * A window of a key.
   *
   * @param start null for the global window
   * @param state {@code open}; {@code fired}, where late records may still come; {@code closed};
   *     {@code retracted}, for a session that was merged into another
   * @param panes panes emitted so far, retractions included
   * @param result what would be emitted now, or was emitted last if it is closed, as the function
   *     encodes it; null for nothing
   */
  public record WindowInfo(
      @Nullable Instant start,
      @Nullable Instant end,
      String state,
      int panes,
      @Nullable String result) {

    static WindowInfo of(WindowView view) {
      return of(
          view.startMs(),
          view.endMs(),
          view.state().name().toLowerCase(Locale.ROOT),
          view.panes(),
          view.currentResult());
    }

    static WindowInfo of(Pane last) {
      boolean isRetracted = last.kind() == PaneKind.RETRACTION;
      return of(
          last.startMs(),
          last.endMs(),
          isRetracted ? "retracted" : "closed",
          last.index() + 1,
          isRetracted ? null : last.value());
    }

    private static WindowInfo of(
        long startMs, long endMs, String state, int panes, byte @Nullable [] result) {
      return new WindowInfo(
          startMs == Long.MIN_VALUE ? null : Instant.ofEpochMilli(startMs),
          endMs == Long.MAX_VALUE ? null : Instant.ofEpochMilli(endMs),
          state,
          panes,
          result == null ? null : new String(result, StandardCharsets.UTF_8));
    }
  }

  private static @Nullable Long unless(long unknown, long value) {
    return value == unknown ? null : (Long) value;
  }
}

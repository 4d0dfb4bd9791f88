package dev.millrace.cli.reconcile;

import dev.millrace.cli.kafka.EmittedPane;
import dev.millrace.cli.kafka.KeyedWindow;
import dev.millrace.cli.kafka.SourceRecords;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.WindowSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Compares what a function has emitted for a closed period with a batch computation. */
public final class Reconciler<E, A, R> {
  private final FunctionDefinition<E, A, R> definition;
  private final SourceRecords unprocessed = new SourceRecords();
  private final BatchComputation<E, A, R> batch;
  private final PaneRuns<E, A, R> runs;
  private final EmittedPanes emitted;
  private final boolean byRuns;
  private final boolean isGlobal;
  private long rejected;
  private long deadLetters;
  private long late;
  private long lateWrongly;
  private long unchecked;

  /** Begins with nothing read. */
  public Reconciler(FunctionDefinition<E, A, R> definition) {
    this.definition = definition;
    boolean discarding = definition.spec().accumulation() == AccumulationMode.DISCARDING;
    this.isGlobal = definition.spec().window() instanceof WindowSpec.Global;
    // A session that discards has one pane only, which then holds all of it.
    this.byRuns =
        isGlobal || (discarding && !(definition.spec().window() instanceof WindowSpec.Session));
    this.batch = new BatchComputation<>(definition, unprocessed, byRuns);
    this.runs = new PaneRuns<>(definition, discarding);
    this.emitted = new EmittedPanes(byRuns);
  }

  /** Takes a record of the dead-letter topic; before any input. */
  public void deadLetter(ConsumerRecord<byte[], byte[]> letter) {
    deadLetters++;
    unprocessed.addRejected(letter);
  }

  /**
   * Takes a record of the late topic; before any input. That it was late is judged again, by the
   * watermark that stands beside it.
   */
  public void late(ConsumerRecord<byte[], byte[]> letter) {
    late++;
    unprocessed.addLate(letter);
    long timeMs = SourceRecords.eventTimeMs(letter);
    if (!LateVerdict.isRight(definition.spec(), timeMs, SourceRecords.watermarkMs(letter))) {
      lateWrongly++;
    }
  }

  /**
   * Takes a record of an input topic. What the function rejected for a reason that lies in the
   * record must be found again; a verdict by the clock or by user code is believed.
   */
  public void input(ConsumerRecord<byte[], byte[]> input) {
    String reason = unprocessed.reason(input.topic(), input.partition(), input.offset());
    boolean believed = reason.equals("future_ts") || reason.equals("function_failed");
    if (SourceRecords.isLate(reason)) {
      batch.pass(input);
    } else if (believed || !batch.add(input)) {
      rejected++;
    }
  }

  /** Takes a record of the output topic. */
  public void output(ConsumerRecord<byte[], byte[]> pane) {
    emitted.add(EmittedPane.of(pane));
  }

  /** What the function has emitted. */
  public EmittedPanes emitted() {
    return emitted;
  }

  /**
   * Compares all windows that lie in the period.
   *
   * @param untilMs event time up to which the function has closed its windows
   * @param maxExamples differences to keep
   */
  public Reconciliation compare(long fromMs, long untilMs, int maxExamples) {
    Set<KeyedWindow> windows = new TreeSet<>(batch.windows());
    windows.addAll(emitted.windows());
    List<Difference> examples = new ArrayList<>();
    long compared = 0;
    long differences = 0;
    for (KeyedWindow window : windows) {
      if (isInside(window, fromMs, untilMs)) {
        compared++;
        Difference difference = difference(window);
        if (difference != null) {
          differences++;
          addBounded(examples, difference, maxExamples);
        }
      }
    }
    return new Reconciliation(
        definition.spec().name(),
        fromMs,
        untilMs,
        batch.accepted(),
        rejected,
        deadLetters,
        late,
        lateWrongly,
        batch.partlyLate(),
        compared,
        windows.size() - compared,
        emitted.panes(),
        emitted.byKind(),
        emitted.outOfSequence(),
        unchecked,
        differences,
        examples);
  }

  private static void addBounded(List<Difference> list, Difference difference, int max) {
    if (list.size() < max) {
      list.add(difference);
    }
  }

  /** A session is complete only when the watermark is past its end (rule W6). */
  private boolean isInside(KeyedWindow window, long fromMs, long untilMs) {
    if (isGlobal) {
      return true;
    }
    boolean session = definition.spec().window() instanceof WindowSpec.Session;
    boolean closed = session ? window.endMs() < untilMs : window.endMs() <= untilMs;
    return closed && window.startMs() >= fromMs;
  }

  private @Nullable Difference difference(KeyedWindow window) {
    if (byRuns) {
      return differenceOfRuns(window);
    }
    EmittedPane pane = emitted.of(window);
    byte[] actual = pane == null ? null : pane.value();
    byte[] expected = expected(window, pane);
    return SameResult.is(expected, actual) ? null : difference(window, expected, text(actual));
  }

  /** The result of all events of a window, as of the pane it is compared with. */
  private byte @Nullable [] expected(KeyedWindow window, @Nullable EmittedPane pane) {
    return pane == null
        ? batch.result(window, PaneKind.ON_TIME, 0)
        : batch.result(window, pane.kind(), pane.index());
  }

  private @Nullable Difference differenceOfRuns(KeyedWindow window) {
    List<EmittedPane> panes = emitted.all(window);
    BatchComputation.Arrivals<E> arrivals = batch.arrivals(window);
    if (!arrivals.isOrdered() && (isGlobal || panes.size() > 1)) {
      unchecked++;
      return null;
    }
    int covered = runs.covered(arrivals.events(), panes);
    if (isComplete(covered, arrivals.events().size())) {
      return null;
    }
    byte[] expected = expected(window, emitted.of(window));
    if (panes.isEmpty() && expected == null) {
      return null;
    }
    String actual =
        panes.stream().map(pane -> text(pane.value())).collect(Collectors.joining(", then "));
    return difference(window, expected, panes.isEmpty() ? null : actual);
  }

  /**
   * A window that closes leaves no event out. The global one never closes: some may wait for the
   * next pane, but fewer than a pane is made of.
   */
  private boolean isComplete(int covered, int events) {
    long every = definition.spec().emission().everyRecords();
    long waiting = isGlobal ? (every > 0 ? every - 1 : Long.MAX_VALUE) : 0;
    return covered != PaneRuns.NONE && events - covered <= waiting;
  }

  private static Difference difference(
      KeyedWindow window, byte @Nullable [] expected, @Nullable String actual) {
    return new Difference(
        window.keyText(), window.startMs(), window.endMs(), text(expected), actual);
  }

  private static @Nullable String text(byte @Nullable [] value) {
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }
}

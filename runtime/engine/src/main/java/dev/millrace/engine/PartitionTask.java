package dev.millrace.engine;

import dev.millrace.engine.consume.EventReader;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.engine.key.KeyReader;
import dev.millrace.engine.operator.WindowOperator;
import dev.millrace.engine.operator.WindowOperators;
import dev.millrace.engine.time.EventTimeReader;
import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.watermark.SourceWatermarks;
import dev.millrace.engine.watermark.WatermarkClock;
import dev.millrace.engine.window.Verdict;
import dev.millrace.functions.KeyExtractor;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.state.PartitionStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a function: a deterministic state machine over its log. It reads no clock and
 * has no thread; it is used by one thread at a time. State, watermark and outputs at an offset are
 * a function of the records before it, of the markers among them, and of the decisions made (rules
 * W4, X2).
 *
 * <p>A call that moves the watermark does not fire by itself what becomes complete: while {@link
 * #firing}, the caller fires in portions of the size that a transaction takes (rule X4), and may
 * then go on with the next record.
 *
 * <p>When a call throws, the state is as before it, and the call may be made again; except after a
 * {@link PoisonedStateException}, a {@link StopException} of a function whose accumulators are not
 * atomic, and what an output throws: then only a restore helps.
 */
public final class PartitionTask<E, A, R> {

  /** {@link #watermarkMs} before the first record. */
  public static final long NO_WATERMARK = TimeMath.NO_WATERMARK;

  /** {@link #nextTimerMs} when nothing is pending. */
  public static final long NO_TIMER = TimeMath.NEVER;

  private final FunctionDefinition<E, A, R> definition;
  private final FunctionSpec spec;
  private final int partition;
  private final boolean rekeyed;
  private final boolean stateless;
  private final boolean restored;
  private final EventReader<E> events;
  private final KeyReader<E> keys;
  private final EventTimeReader<E> times;
  private final WindowOperator<E> operator;
  private final WatermarkClock watermark;
  private final SourceWatermarks sources;
  private final TaskCounters counters = new TaskCounters();
  private final Deque<Decision.Reject> toReject = new ArrayDeque<>();
  private List<Decision> decisions = new ArrayList<>();
  private TaskOutput output;
  private long nextOffset;

  /**
   * A task on a store: where the store was restored, as of its snapshot, else fresh.
   *
   * @param output where panes, late and rejected records go
   * @throws IllegalArgumentException if the function's settings contradict each other
   * @throws dev.millrace.functions.state.IncompatibleStateException if the state is of another
   *     version or of other windows; nothing was changed
   */
  public PartitionTask(
      FunctionDefinition<E, A, R> definition,
      int partition,
      PartitionStore store,
      TaskOutput output) {
    this.definition = definition;
    this.spec = definition.spec();
    this.partition = partition;
    this.output = output;
    this.rekeyed = spec.keySource() == KeySource.REKEY;
    this.stateless = spec.isStateless();
    this.events = new EventReader<>(definition.decoder());
    this.keys = keyReader(definition);
    this.times = new EventTimeReader<>(definition.eventTime(), spec.time());
    this.watermark = new WatermarkClock(spec.time().outOfOrdernessMs());
    this.sources = new SourceWatermarks(spec.time());
    this.restored = store.restoredMeta().length > 0;
    TaskMeta meta =
        restored
            ? TaskMeta.read(store.restoredMeta(), definition, counters, sources)
            : new TaskMeta(0, NO_WATERMARK, 0);
    this.operator = WindowOperators.create(definition, store, counters, output);
    this.nextOffset = meta.nextOffset();
    watermark.restore(meta.watermarkMs());
    operator.restoreOpenWindows(meta.openWindows());
  }

  private static <E> KeyReader<E> keyReader(FunctionDefinition<E, ?, ?> definition) {
    KeyExtractor<E> extractor = definition.key();
    if (definition.spec().isStateless()) {
      return extractor == null ? KeyReader.unneeded() : KeyReader.ofEvent(extractor);
    }
    // In a re-key topic the record's key is what stage one extracted.
    return extractor != null && definition.spec().keySource() == KeySource.ALREADY_KEYED
        ? KeyReader.ofEvent(extractor)
        : KeyReader.ofRecord();
  }

  /** Where outputs go from now on: {@link TaskOutput#DISCARD} while replaying (rule X3). */
  public void output(TaskOutput output) {
    this.output = output;
    operator.output(output);
  }

  /** The first offset that is not processed. */
  public long nextOffset() {
    return nextOffset;
  }

  /** Sets the first offset of a task that has no state yet. */
  public void startAt(long offset) {
    if (restored || counters.records() > 0) {
      throw new IllegalStateException(
          "Expected a fresh task to be given its start, but this one has state: partition="
              + partition
              + ", nextOffset="
              + nextOffset);
    }
    nextOffset = offset;
  }

  /** Moves the position over offsets that hold no record for us: control records, gaps, the end. */
  public void skipTo(long nextOffset) {
    this.nextOffset = Math.max(this.nextOffset, nextOffset);
  }

  /**
   * Says how many sources feed the re-key topic when it begins (rule R2): sources {@code 0} to
   * {@code count − 1} hold the watermark back until they are heard of. For a fresh task; a restored
   * one knows its sources, and those that come later join with their first marker (rule R3).
   */
  public void expectSources(int count) {
    if (!restored) {
      requireNoRecordsYet();
      sources.expect(count);
    }
  }

  /** One more than the largest number of a source that holds the watermark back; 0 without one. */
  public int sourceNumbers() {
    return sources.numbers();
  }

  private void requireNoRecordsYet() {
    if (counters.records() > 0) {
      throw new IllegalStateException(
          "Expected sources to be known before the first record, but records were processed:"
              + " partition="
              + partition
              + ", nextOffset="
              + nextOffset
              + ". A source that appears later joins with its first marker.");
    }
  }

  /**
   * All before it is believed seen; {@link #NO_WATERMARK} before the first record, and of a
   * function without windows.
   */
  public long watermarkMs() {
    return watermark.watermarkMs();
  }

  /**
   * The smallest watermark at which something would fire or be announced; {@link #NO_TIMER} if
   * nothing is pending.
   */
  public long nextTimerMs() {
    return operator.nextTimerMs(watermark.watermarkMs());
  }

  /**
   * Processes a record that is read for the first time.
   *
   * @param nowMs the wall clock, read once per poll; only for judging what is too far ahead
   * @throws PoisonedStateException if user code threw and may have touched the state (rule E1)
   * @throws StopException if the record is to be rejected and the function stops then
   * @throws java.io.UncheckedIOException if the decoder cannot reach what it needs; try again
   */
  public void process(InputRecord record, long nowMs) {
    step(record, nowMs, true);
  }

  /** As {@link #process}, for a record whose verdict by the clock stands in the decisions. */
  public void replay(InputRecord record) {
    step(record, 0, false);
  }

  /**
   * The record at the decision's offset is rejected when it comes, whether replayed or live; in the
   * latter case that is a decision again. In ascending order of offsets.
   */
  public void rejectNext(Decision.Reject decision) {
    toReject.addLast(decision);
  }

  private void step(InputRecord record, long nowMs, boolean live) {
    requireNotFiring();
    RejectReason decided = toReject.isEmpty() ? null : decided(record.offset());
    try {
      if (decided != null) {
        throw new RejectedException(
            decided,
            "Expected a record that can be processed, but it was decided to reject.",
            null);
      }
      accept(record, nowMs, live);
    } catch (RejectedException e) {
      reject(record, e, decided != null, live);
    }
    counters.record();
    nextOffset = record.offset() + 1;
  }

  private void accept(InputRecord record, long nowMs, boolean live) throws RejectedException {
    E event = events.read(record);
    byte[] key = keys.read(event, record);
    long timeMs = times.read(event, record);
    if (live && !rekeyed && times.isTooFarAhead(timeMs, nowMs)) {
      throw times.tooFarAhead(timeMs, nowMs);
    }
    long beforeMs = watermark.watermarkMs();
    Verdict verdict = operator.add(record, key, event, timeMs, beforeMs);
    if (verdict == Verdict.TOO_LATE) {
      counters.lateRecord();
      output.late(record, timeMs, beforeMs);
    } else if (verdict == Verdict.PARTLY_LATE) {
      counters.partlyLateRecord();
    }
    if (rekeyed) {
      sources.record(record.source(), record.sourceWatermarkMs());
      watermark.advance(sources.merged());
    } else if (!stateless) {
      watermark.observe(timeMs);
    }
    operator.emitTouched(watermark.watermarkMs());
    moved(beforeMs);
  }

  private void moved(long fromMs) {
    if (watermark.watermarkMs() > fromMs) {
      operator.advance(fromMs, watermark.watermarkMs());
    }
  }

  private @Nullable RejectReason decided(long offset) {
    Decision.Reject first = toReject.peekFirst();
    while (first != null && first.offset() < offset) {
      toReject.removeFirst();
      first = toReject.peekFirst();
    }
    return first != null && first.offset() == offset ? first.reason() : null;
  }

  private void reject(InputRecord record, RejectedException e, boolean wasDecided, boolean live) {
    String message = String.valueOf(e.getMessage());
    if (spec.onError() == ErrorPolicy.STOP && !wasDecided) {
      throw new StopException(partition, record.offset(), e.reason(), message, e.getCause());
    }
    if (e.stateTouched()) {
      throw new PoisonedStateException(partition, record.offset(), e);
    }
    if (live && (wasDecided || e.reason() == RejectReason.FUTURE_TIMESTAMP)) {
      decisions.add(new Decision.Reject(record.offset(), e.reason()));
    }
    if (rekeyed) {
      sources.heard(record.source());
    }
    counters.reject(e.reason());
    output.reject(record, e.reason(), message, e.getCause());
  }

  /** Processes a marker record that speaks of one source (rule R1). */
  public void marker(long offset, int source, long watermarkMs, boolean idle, long silentMs) {
    marker(offset, List.of(new SourceMarker(source, watermarkMs, idle, silentMs)));
  }

  /**
   * Processes a marker record (rule R1). All that it says counts at once: between its parts the
   * watermark would be one that never was.
   */
  public void marker(long offset, List<SourceMarker> markers) {
    requireNotFiring();
    long beforeMs = watermark.watermarkMs();
    markers.forEach(sources::marker);
    watermark.advance(sources.merged());
    moved(beforeMs);
    nextOffset = offset + 1;
  }

  /**
   * Moves event time on through a silence (rule W8): a decision, recorded by the caller, or one
   * that is replayed. Going back is no move.
   */
  public void advance(long watermarkMs) {
    requireNotFiring();
    long beforeMs = watermark.watermarkMs();
    watermark.advance(watermarkMs);
    moved(beforeMs);
  }

  private void requireNotFiring() {
    if (operator.isFiring()) {
      throw new IllegalStateException(
          "Expected the firing to be over before more is processed, but panes are pending: partition="
              + partition
              + ", nextOffset="
              + nextOffset
              + ". Call fire() until firing() is false.");
    }
  }

  /** Whether panes are pending, to be emitted by {@link #fire} before anything else is done. */
  public boolean firing() {
    return operator.isFiring();
  }

  /**
   * Emits panes that are pending, in the order of rule W4.
   *
   * @param maxPanes from 1; a retraction and the pane that follows it stay together, so that one
   *     more may come
   * @return how many panes were emitted
   */
  public int fire(int maxPanes) {
    if (maxPanes < 1) {
      throw new IllegalArgumentException(
          "Expected to fire at least one pane, but got maxPanes=" + maxPanes);
    }
    return operator.fire(maxPanes, null);
  }

  /**
   * The last pane emitted while {@link #firing} is still true. Null if none was yet: a transaction
   * must not end between a step that starts a firing and the first {@link #fire}, for its cursor
   * could not tell that firing from one that is over.
   */
  public @Nullable FireCursor fireCursor() {
    return operator.cursor();
  }

  /**
   * Goes on with a firing of which a part was committed (rule X4): the panes up to that one are
   * discarded, what is left is pending.
   */
  public void resumeFiring(FireCursor after) {
    operator.output(TaskOutput.DISCARD);
    operator.fire(Integer.MAX_VALUE, after);
    operator.output(output);
  }

  /** The decisions made since the last call: rejections by the clock (rule X2). */
  public List<Decision> takeDecisions() {
    if (decisions.isEmpty()) {
      return List.of();
    }
    List<Decision> taken = decisions;
    decisions = new ArrayList<>();
    return taken;
  }

  /** What of the state is in no table, for the snapshot. Not while {@link #firing}. */
  public byte[] meta() {
    requireNotFiring();
    return new TaskMeta(nextOffset, watermark.watermarkMs(), openWindows())
        .write(definition, counters, sources);
  }

  /** What was counted since the partition's first record. */
  public TaskCounters counters() {
    return counters;
  }

  /** (key, window) pairs that have not fired. */
  public long openWindows() {
    return operator.openWindows();
  }

  /** The windows of a key as they are now, by (end, start). */
  public List<WindowView> inspect(byte[] key) {
    List<WindowView> views = new ArrayList<>();
    operator.inspect(key, watermark.watermarkMs(), views);
    return views;
  }
}

package dev.millrace.engine.operator;

import dev.millrace.engine.FireCursor;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.TaskCounters;
import dev.millrace.engine.TaskOutput;
import dev.millrace.engine.WindowView;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.engine.emit.RecordResults;
import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.window.Verdict;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.codec.Encoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes each record by itself (rules F1, F2): no window, no state, nothing is late and nothing
 * fires. Results wait until the record is through, so that one whose code throws emits none (E1).
 */
final class RecordOperator<E, R> implements WindowOperator<E> {
  private final RecordFunction<E, R> function;
  private final boolean ownKey;
  private final RecordResults<R> results;
  private final TaskCounters counters;
  private TaskOutput output;

  /**
   * @param ownKey whether the key is the record's own, which may be none
   */
  RecordOperator(
      RecordFunction<E, R> function,
      Encoder<R> encoder,
      boolean ownKey,
      TaskCounters counters,
      TaskOutput output) {
    this.function = function;
    this.ownKey = ownKey;
    this.results = new RecordResults<>(encoder);
    this.counters = counters;
    this.output = output;
  }

  @Override
  public Verdict add(InputRecord record, byte[] key, E event, long timeMs, long watermarkMs)
      throws RejectedException {
    if (timeMs < 0) {
      throw new RejectedException(
          RejectReason.INVALID_TIMESTAMP,
          "Expected an event time from 1970 on, as results get it as their Kafka timestamp, but it"
              + " is earlier: eventTimeMs="
              + timeMs,
          null);
    }
    results.begin(record, ownKey ? record.key() : key, timeMs);
    try {
      function.apply(event, results);
    } catch (RuntimeException e) {
      if (results.isInfrastructure(e)) {
        throw e;
      }
      throw new RejectedException(
          RejectReason.FUNCTION_FAILED,
          "Expected the function to take the record, but it threw.",
          e);
    } finally {
      results.end();
    }
    return Verdict.ACCEPTED;
  }

  @Override
  public void emitTouched(long watermarkMs) {
    counters.results(results.count());
    results.emit(output);
  }

  @Override
  public void output(TaskOutput output) {
    this.output = output;
  }

  @Override
  public void advance(long fromMs, long toMs) {}

  @Override
  public boolean isFiring() {
    return false;
  }

  @Override
  public int fire(int maxPanes, @Nullable FireCursor through) {
    return 0;
  }

  @Override
  public @Nullable FireCursor cursor() {
    return null;
  }

  @Override
  public long nextTimerMs(long watermarkMs) {
    return TimeMath.NEVER;
  }

  @Override
  public long openWindows() {
    return 0;
  }

  @Override
  public void restoreOpenWindows(long openWindows) {}

  @Override
  public void inspect(byte[] key, long watermarkMs, List<WindowView> into) {}
}

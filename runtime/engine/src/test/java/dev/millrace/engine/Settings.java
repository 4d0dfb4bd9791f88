package dev.millrace.engine;

import dev.millrace.engine.Sum.Total;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.spec.WindowSpec;
import java.nio.charset.StandardCharsets;

/** The settings of a test function that adds up amounts; each method gives changed settings. */
record Settings(
    WindowSpec window,
    TimeSpec time,
    EmissionSpec emission,
    AccumulationMode accumulation,
    KeySource keySource,
    ErrorPolicy onError,
    boolean atomic,
    boolean mergeable) {

  static Settings of(WindowSpec window) {
    return new Settings(
        window,
        new TimeSpec(0, 0, TimeSpec.UNLIMITED, TimeSpec.NEVER, IdlePolicy.PACE, false),
        EmissionSpec.ON_COMPLETE,
        AccumulationMode.ACCUMULATING,
        KeySource.RECORD_KEY,
        ErrorPolicy.DEAD_LETTER,
        true,
        true);
  }

  static Settings tumbling(long sizeMs) {
    return of(new WindowSpec.Tumbling(sizeMs, 0));
  }

  static Settings sliding(long sizeMs, long slideMs) {
    return of(new WindowSpec.Sliding(sizeMs, slideMs, 0));
  }

  static Settings session(long gapMs) {
    return of(new WindowSpec.Session(gapMs));
  }

  Settings lateness(long ms) {
    return time(
        new TimeSpec(
            time.outOfOrdernessMs(),
            ms,
            time.maxAheadMs(),
            time.idleTimeoutMs(),
            time.idlePolicy(),
            time.useRecordTimestamp()));
  }

  Settings outOfOrderness(long ms) {
    return time(
        new TimeSpec(
            ms,
            time.allowedLatenessMs(),
            time.maxAheadMs(),
            time.idleTimeoutMs(),
            time.idlePolicy(),
            time.useRecordTimestamp()));
  }

  Settings maxAhead(long ms) {
    return time(
        new TimeSpec(
            time.outOfOrdernessMs(),
            time.allowedLatenessMs(),
            ms,
            time.idleTimeoutMs(),
            time.idlePolicy(),
            time.useRecordTimestamp()));
  }

  Settings idle(long timeoutMs, IdlePolicy policy) {
    return time(
        new TimeSpec(
            time.outOfOrdernessMs(),
            time.allowedLatenessMs(),
            time.maxAheadMs(),
            timeoutMs,
            policy,
            time.useRecordTimestamp()));
  }

  Settings recordTimestamps() {
    return time(
        new TimeSpec(
            time.outOfOrdernessMs(),
            time.allowedLatenessMs(),
            time.maxAheadMs(),
            time.idleTimeoutMs(),
            time.idlePolicy(),
            true));
  }

  Settings time(TimeSpec time) {
    return new Settings(
        window, time, emission, accumulation, keySource, onError, atomic, mergeable);
  }

  Settings emission(EmissionMode mode, long everyRecords, long everyMs, boolean announceClose) {
    return new Settings(
        window,
        time,
        new EmissionSpec(mode, everyRecords, everyMs, announceClose),
        accumulation,
        keySource,
        onError,
        atomic,
        mergeable);
  }

  Settings earlyEvery(long records) {
    return emission(EmissionMode.EARLY, records, 0, false);
  }

  Settings onClose() {
    return emission(EmissionMode.ON_CLOSE, 0, 0, false);
  }

  Settings announceClose() {
    return emission(EmissionMode.ON_COMPLETE, 0, 0, true);
  }

  Settings accumulation(AccumulationMode mode) {
    return new Settings(window, time, emission, mode, keySource, onError, atomic, mergeable);
  }

  Settings rekeyed() {
    return new Settings(
        window, time, emission, accumulation, KeySource.REKEY, onError, atomic, mergeable);
  }

  Settings stopOnError() {
    return new Settings(
        window, time, emission, accumulation, keySource, ErrorPolicy.STOP, atomic, mergeable);
  }

  Settings notAtomic() {
    return new Settings(window, time, emission, accumulation, keySource, onError, false, mergeable);
  }

  /** Without merge, so that sliding windows are kept one by one. */
  Settings notMergeable() {
    return new Settings(window, time, emission, accumulation, keySource, onError, atomic, false);
  }

  FunctionSpec spec() {
    return new FunctionSpec("sums", window, time, emission, accumulation, keySource, onError);
  }

  FunctionDefinition<Event, Total, Long> definition() {
    return definition(mergeable ? new Sum() : Sum.withoutMerge());
  }

  FunctionDefinition<Event, Total, Long> definition(WindowFunction<Event, Total, Long> function) {
    return new FunctionDefinition<>(
        spec(),
        Event::decode,
        result -> Long.toString(result).getBytes(StandardCharsets.UTF_8),
        (event, timestampMs) -> event.timeMs(),
        keySource == KeySource.REKEY ? event -> Event.bytes("k" + event.amount() % 10) : null,
        function,
        new Sum.Type(atomic));
  }
}

package dev.millrace.testkit;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.PartitionTask;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.SourceMarker;
import dev.millrace.engine.rekey.RekeyOutput;
import dev.millrace.engine.rekey.RekeyTask;
import org.jspecify.annotations.Nullable;

/**
 * Stage one of a re-keyed function for one source partition (rule R1): each record's outputs are
 * committed with it, before the next is read.
 */
final class SourceReader<E> {

  /** Where stage one writes. */
  interface Target {
    void forward(InputRecord record, byte[] key, long watermarkMs, long readAtMs);

    void reject(DeadLetter letter);
  }

  /** Output of a process that died before its commit. */
  private static final Target LOST =
      new Target() {
        @Override
        public void forward(InputRecord record, byte[] key, long watermarkMs, long readAtMs) {}

        @Override
        public void reject(DeadLetter letter) {}
      };

  private final FunctionDefinition<E, ?, ?> definition;
  private final int partition;
  private final Way way;
  private final SilenceClock silence;
  private long watermarkMs;
  private boolean toldIdle;

  SourceReader(FunctionDefinition<E, ?, ?> definition, int partition, Way way, long assignedAtMs) {
    this.definition = definition;
    this.partition = partition;
    this.way = way;
    this.silence = new SilenceClock(definition.spec().time(), assignedAtMs);
    this.watermarkMs = PartitionTask.NO_WATERMARK;
  }

  /** Reads a record. A process that dies before the commit leaves nothing behind (X1). */
  void read(InputRecord record, long nowMs, Target target) {
    if (way.crash() == Way.Crash.BEFORE_EACH) {
      process(record, nowMs, LOST);
    }
    watermarkMs = process(record, nowMs, target);
    silence.heard(nowMs);
  }

  long watermarkMs() {
    return watermarkMs;
  }

  SilenceClock silence() {
    return silence;
  }

  boolean toldIdle() {
    return toldIdle;
  }

  /** What a marker says of the source now. */
  SourceMarker marker(long nowMs) {
    toldIdle = silence.isIdle(nowMs);
    return new SourceMarker(partition, watermarkMs, toldIdle, silence.silentMs(nowMs));
  }

  private long process(InputRecord record, long nowMs, Target target) {
    RekeyOutput output =
        new RekeyOutput() {
          @Override
          public void forward(byte[] key, InputRecord in, long watermarkAfterMs) {
            toldIdle = false;
            target.forward(in, key, watermarkAfterMs, nowMs);
          }

          @Override
          public void reject(
              InputRecord in, RejectReason reason, String message, @Nullable Throwable cause) {
            target.reject(new DeadLetter(in.partition(), in.offset(), reason, message));
          }
        };
    RekeyTask<E> task = new RekeyTask<>(definition, partition, watermarkMs, output);
    task.process(record, nowMs);
    return task.watermarkMs();
  }
}

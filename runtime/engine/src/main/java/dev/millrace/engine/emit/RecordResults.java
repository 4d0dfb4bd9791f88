package dev.millrace.engine.emit;

import static java.util.Objects.requireNonNull;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.TaskOutput;
import dev.millrace.functions.RecordContext;
import dev.millrace.functions.codec.Encoder;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The results of one record after the other, encoded, until they are emitted (rule F2). Its arrays
 * grow to the most that a record has emitted, and are used again.
 */
public final class RecordResults<R> implements RecordContext<R> {
  private static final InputRecord NO_RECORD = new InputRecord();

  private final Encoder<R> encoder;
  private byte[] @Nullable [] keys = new byte[4][];
  private byte[] @Nullable [] values = new byte[4][];
  private int count;
  private InputRecord record = NO_RECORD;
  private byte @Nullable [] key;
  private long timeMs;
  private boolean open;
  private @Nullable RuntimeException infrastructure;

  public RecordResults(Encoder<R> encoder) {
    this.encoder = encoder;
  }

  /** Takes the results of a record from now on. */
  public void begin(InputRecord record, byte @Nullable [] key, long timeMs) {
    this.record = record;
    this.key = key;
    this.timeMs = timeMs;
    count = 0;
    infrastructure = null;
    open = true;
  }

  /** Takes no more results. */
  public void end() {
    open = false;
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /**
   * Whether an error says that the encoder cannot reach what it needs, and is no verdict on the
   * record (rule E1).
   */
  public boolean isInfrastructure(RuntimeException error) {
    return error == infrastructure;
  }

  /** Writes them in the order in which they came. */
  public void emit(TaskOutput output) {
    for (int i = 0; i < count; i++) {
      output.result(record, i, keys[i], requireNonNull(values[i]), timeMs);
      keys[i] = null;
      values[i] = null;
    }
    count = 0;
  }

  @Override
  public byte @Nullable [] keyBytes() {
    return key;
  }

  @Override
  public long timeMs() {
    return timeMs;
  }

  @Override
  public void emit(R result) {
    emit(key, result);
  }

  @Override
  public void emit(byte @Nullable [] key, R result) {
    if (!open) {
      throw new IllegalStateException(
          "Expected results within the call that the context was given to, but it is over. Emit them"
              + " before apply returns.");
    }
    requireNonNull(result, "Expected a result, but got null. Emit nothing instead.");
    byte[] value = encode(result);
    if (count == values.length) {
      keys = Arrays.copyOf(keys, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
    }
    keys[count] = key;
    values[count++] = value;
  }

  private byte[] encode(R result) {
    try {
      return encoder.encode(result);
    } catch (UncheckedIOException e) {
      infrastructure = e;
      throw e;
    }
  }
}

package dev.millrace.engine.accumulate;

import dev.millrace.functions.state.StateType;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Estimates what blocks hold, as the store does for entries: every so often an accumulator is
 * encoded, and a moving average stands for all. A key or accumulator that a block shares with the
 * state counts like one of its own, for when the state lets go of it the block does not.
 */
final class BlockMemory<A> {
  /** Two references, the key's header, and what an object takes beside its fields. */
  private static final int ENTRY_BYTES = 8 + 16 + 48;

  /** What fields in memory take against their packed form. */
  private static final int OBJECT_FACTOR = 3;

  private static final int SAMPLE_MASK = 255;
  private static final int AVERAGED = 16;

  private final StateType<A> type;
  private final LongSupplier spareBytes;
  private long mostBytes;
  private double averageBytes = 32;
  private int added;
  private long bytes;

  /**
   * @param spareBytes what the store has room for
   */
  BlockMemory(StateType<A> type, LongSupplier spareBytes) {
    this.type = type;
    this.spareBytes = spareBytes;
  }

  /**
   * Looks how much room there is; half of it is for blocks, until the next look: as the state grows
   * into the other half, they need not be given up over and over.
   */
  void look() {
    mostBytes = bytes / 2 + spareBytes.getAsLong() / 2;
  }

  boolean isFull() {
    return bytes >= mostBytes;
  }

  /** Estimated bytes of all blocks. */
  long bytes() {
    return bytes;
  }

  /** Counts an entry; returns what it counts for. */
  long added(byte[] key, @Nullable A accumulator) {
    if ((added++ & SAMPLE_MASK) == 0 && accumulator != null) {
      averageBytes += (encodedBytes(accumulator) - averageBytes) / AVERAGED;
    }
    long entry = ENTRY_BYTES + key.length + (long) (OBJECT_FACTOR * averageBytes);
    bytes += entry;
    return entry;
  }

  /** Counts entries no more. */
  void freed(long entryBytes) {
    bytes -= entryBytes;
  }

  private int encodedBytes(A accumulator) {
    try {
      ByteArrayOutputStream encoded = new ByteArrayOutputStream();
      type.write(accumulator, new DataOutputStream(encoded));
      return encoded.size();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Expected to write an accumulator into memory, but its type failed", e);
    }
  }
}

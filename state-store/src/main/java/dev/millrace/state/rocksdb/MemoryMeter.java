package dev.millrace.state.rocksdb;

/**
 * Counts the entries of a table and estimates what they cost. The size of a live object is not to
 * be had; the size of its encoding is, so every so often one is encoded, and a moving average
 * stands for all.
 */
final class MemoryMeter {
  /** Entry, key array header, slot at half load and place in a list of dirty entries. */
  private static final int ENTRY_BYTES = 32 + 16 + 12 + 4;

  /**
   * Of a decoded object: its own header and references, and per encoded byte what fields and small
   * objects take against their packed form; large values are mostly arrays, which take less.
   */
  private static final int OBJECT_BYTES = 48;

  private static final int SMALL_FACTOR = 3;
  private static final int LARGE_FACTOR = 2;
  private static final int SMALL_BYTES = 128;
  private static final int SAMPLE_MASK = 255;

  private long entries;
  private long keyBytes;
  private long live;
  private double averageValueBytes = 32;
  private int touches;

  void added(int keyLength) {
    entries++;
    keyBytes += keyLength;
  }

  void dropped(int keyLength) {
    entries--;
    keyBytes -= keyLength;
  }

  /** Keys that the table has, wherever they are, became more or fewer. */
  void liveChanged(long by) {
    live += by;
  }

  long live() {
    return live;
  }

  /** Whether the value now changed should be measured. */
  boolean wantsSample() {
    touches++;
    return (touches & SAMPLE_MASK) == 1;
  }

  void sample(int encodedBytes) {
    averageValueBytes += (encodedBytes - averageValueBytes) / 16;
  }

  /** Estimate of an average entry, in bytes. */
  long entryBytes() {
    long keys = entries == 0 ? 0 : keyBytes / entries;
    double small = Math.min(SMALL_BYTES, averageValueBytes);
    double large = averageValueBytes - small;
    return ENTRY_BYTES + keys + OBJECT_BYTES + (long) (SMALL_FACTOR * small + LARGE_FACTOR * large);
  }

  /** Estimate of all entries in memory, in bytes. */
  long memoryBytes() {
    return entries * entryBytes();
  }
}

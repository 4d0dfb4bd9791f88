package dev.millrace.state.rocksdb;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Frees memory: the far timers first, then windows out of use, the longest unused first, then
 * single keys by the clock algorithm.
 */
final class Evictor {
  private static final Comparator<HashSegment<?>> LEAST_RECENT_FIRST =
      Comparator.comparingLong(HashSegment::usedAt);

  private final Collection<RocksTable> tables;

  Evictor(Collection<RocksTable> tables) {
    this.tables = tables;
  }

  /**
   * Evicts until no more than {@code targetBytes} are in use, or nothing is left.
   *
   * @param tick segments used since this tick of the store are in use
   */
  void relieve(long targetBytes, long tick) {
    List<HashSegment<?>> segments = new ArrayList<>();
    for (RocksTable table : tables) {
      for (Segment segment : table.segments()) {
        if (segment instanceof HashSegment<?> hashed) {
          segments.add(hashed);
        } else if (segment instanceof RocksTimerTable timers) {
          timers.evictFar();
        }
      }
    }
    segments.sort(LEAST_RECENT_FIRST);
    for (HashSegment<?> segment : segments) {
      if (segment.usedAt() < tick) {
        evict(segment, targetBytes, false);
      }
    }
    // The first round may find all keys used and only take their second chance.
    for (int round = 0; round < 2; round++) {
      segments.forEach(segment -> evict(segment, targetBytes, true));
    }
  }

  private void evict(HashSegment<?> segment, long targetBytes, boolean secondChance) {
    long excess = memoryBytes() - targetBytes;
    if (excess > 0) {
      segment.evict(excess / segment.meter().entryBytes() + 1, secondChance);
    }
  }

  private long memoryBytes() {
    long bytes = 0;
    for (RocksTable table : tables) {
      bytes += table.memoryBytes();
    }
    return bytes;
  }
}

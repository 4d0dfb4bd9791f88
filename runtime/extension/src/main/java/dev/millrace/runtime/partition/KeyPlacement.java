package dev.millrace.runtime.partition;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.KeyExtractor;
import dev.millrace.functions.spec.KeySource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Guards an author's claim that the topic is already keyed: of every so manieth record it remembers
 * in which partition its key was, and counts keys that turn up in another one. It sees the
 * partitions of one pod, so it can prove the claim wrong but not right. Thread-safe; bounded, about
 * 200 kB.
 */
public final class KeyPlacement {
  /** Every so manieth record of a partition is looked at. */
  static final int SAMPLE = 16;

  private static final Logger LOG = Logger.getLogger(KeyPlacement.class);
  private static final int MAX_KEYS = 4_096;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final ConcurrentMap<Long, Integer> partitions = new ConcurrentHashMap<>();

  /**
   * The function with its keys watched, or the function itself where it makes no such claim.
   *
   * @param scattered counts samples whose key was in another partition before
   */
  public <E, A, R> FunctionDefinition<E, A, R> guard(
      FunctionDefinition<E, A, R> function, int partition, AtomicLong scattered) {
    KeyExtractor<E> key = function.key();
    if (key == null || function.spec().keySource() != KeySource.ALREADY_KEYED) {
      return function;
    }
    return function.withKey(new Watched<>(key, function.spec().name(), partition, scattered));
  }

  /** The partition in which the key was seen first: the given one unless it was elsewhere. */
  private int home(byte[] key, int partition) {
    Long hash = hash(key);
    Integer known =
        partitions.size() < MAX_KEYS
            ? partitions.putIfAbsent(hash, partition)
            : partitions.get(hash);
    return known == null ? partition : known;
  }

  /** FNV-1a, 64 bits: with some thousand keys a collision is out of the question. */
  private static long hash(byte[] key) {
    long hash = FNV_OFFSET;
    for (byte b : key) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return hash;
  }

  /** Used by the partition's thread. */
  private final class Watched<E> implements KeyExtractor<E> {
    private final KeyExtractor<E> key;
    private final String function;
    private final int partition;
    private final AtomicLong scattered;
    private int untilSample = 1;
    private boolean told;

    Watched(KeyExtractor<E> key, String function, int partition, AtomicLong scattered) {
      this.key = key;
      this.function = function;
      this.partition = partition;
      this.scattered = scattered;
    }

    @Override
    public byte @Nullable [] extract(E event) {
      byte[] bytes = key.extract(event);
      if (--untilSample == 0) {
        untilSample = SAMPLE;
        if (bytes != null) {
          look(bytes);
        }
      }
      return bytes;
    }

    private void look(byte[] bytes) {
      int home = home(bytes, partition);
      if (home != partition) {
        scattered.incrementAndGet();
        if (!told) {
          told = true;
          LOG.warnf(
              "Expected all records of a key in one partition, as @AlreadyKeyed states, but a key is"
                  + " in two: function=%s, partitions=%d and %d. Its results are partial. Remove"
                  + " @AlreadyKeyed, or partition the topic by the key.",
              function, home, partition);
        }
      }
    }
  }
}

package dev.millrace.engine.key;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.functions.KeyExtractor;
import org.jspecify.annotations.Nullable;

/** Reads the key: from the event where the function says how, else the record's own. */
public final class KeyReader<E> {
  private static final byte[] UNNEEDED = {};

  private final @Nullable KeyExtractor<E> extractor;
  private final boolean needed;

  private KeyReader(@Nullable KeyExtractor<E> extractor, boolean needed) {
    this.extractor = extractor;
    this.needed = needed;
  }

  /** Keys from the event. */
  public static <E> KeyReader<E> ofEvent(KeyExtractor<E> extractor) {
    return new KeyReader<>(extractor, true);
  }

  /** Keys from the record. */
  public static <E> KeyReader<E> ofRecord() {
    return new KeyReader<>(null, true);
  }

  /** No keys: nothing lives by them, and a record without one is as good as others (rule F2). */
  public static <E> KeyReader<E> unneeded() {
    return new KeyReader<>(null, false);
  }

  /**
   * The key's bytes.
   *
   * @throws RejectedException if there is none, or user code threw
   */
  public byte[] read(E event, InputRecord record) throws RejectedException {
    if (!needed) {
      return UNNEEDED;
    }
    byte[] key = extractor == null ? record.key() : extract(extractor, event);
    if (key == null) {
      throw new RejectedException(
          RejectReason.NULL_KEY, "Expected a key, but the record has none.", null);
    }
    return key;
  }

  private static <E> byte @Nullable [] extract(KeyExtractor<E> extractor, E event)
      throws RejectedException {
    try {
      return extractor.extract(event);
    } catch (RuntimeException e) {
      throw new RejectedException(
          RejectReason.FUNCTION_FAILED, "Expected a key, but reading it from the event failed.", e);
    }
  }
}

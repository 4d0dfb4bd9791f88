package dev.millrace.engine.key;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.functions.KeyExtractor;
import org.jspecify.annotations.Nullable;

/** Reads the key: from the event where the function says how, else the record's own. */
public final class KeyReader<E> {
  private final @Nullable KeyExtractor<E> extractor;

  private KeyReader(@Nullable KeyExtractor<E> extractor) {
    this.extractor = extractor;
  }

  /** Keys from the event. */
  public static <E> KeyReader<E> ofEvent(KeyExtractor<E> extractor) {
    return new KeyReader<>(extractor);
  }

  /** Keys from the record. */
  public static <E> KeyReader<E> ofRecord() {
    return new KeyReader<>(null);
  }

  /**
   * The key's bytes.
   *
   * @throws RejectedException if there is none, or user code threw
   */
  public byte[] read(E event, InputRecord record) throws RejectedException {
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

package dev.millrace.engine.consume;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.RejectReason;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import java.io.UncheckedIOException;

/**
 * Turns the value of a record into an event. An {@link UncheckedIOException} of the decoder passes
 * through: it says that infrastructure (a schema registry, say) is away, and is no verdict on the
 * record.
 */
public final class EventReader<E> {
  private final Decoder<E> decoder;

  public EventReader(Decoder<E> decoder) {
    this.decoder = decoder;
  }

  /**
   * The event of a record.
   *
   * @throws RejectedException if there is no value, or it is no event
   */
  public E read(InputRecord record) throws RejectedException {
    byte[] value = record.value();
    if (value == null) {
      throw new RejectedException(
          RejectReason.NULL_VALUE, "Expected a value, but the record has none.", null);
    }
    try {
      return decoder.decode(value);
    } catch (UncheckedIOException infrastructure) {
      throw infrastructure;
    } catch (DecodeException | RuntimeException e) {
      throw new RejectedException(
          RejectReason.UNDECODABLE,
          "Expected a value that decodes to an event, but decoding failed: bytes=" + value.length,
          e);
    }
  }
}

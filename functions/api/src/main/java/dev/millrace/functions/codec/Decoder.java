package dev.millrace.functions.codec;

/** Turns the value of a record into an event. Called from one thread at a time. */
@FunctionalInterface
public interface Decoder<E> {

  /**
   * Decodes a value.
   *
   * @param value the record's value, not null; not to be kept or modified
   * @return the event, never null
   * @throws DecodeException if the bytes are no such event; the record is rejected, others go on
   */
  E decode(byte[] value) throws DecodeException;
}

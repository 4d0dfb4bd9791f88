package dev.millrace.avro;

import dev.millrace.functions.codec.DecodeException;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificDatumReader;

/** Reads what one writer's schema wrote as the class that a function has. One thread at a time. */
final class BodyReader<E> {
  private final RecordClass events;
  private final Schema writer;
  private final SpecificDatumReader<E> reader;
  private final ArrayDecoder input = new ArrayDecoder();

  BodyReader(RecordClass events, Schema writer) {
    this.events = events;
    this.writer = writer;
    this.reader = new SpecificDatumReader<>(writer, events.schema(), events.model());
  }

  /**
   * The event that begins there and ends with the value.
   *
   * @throws DecodeException if there is none, or more than it
   */
  E read(byte[] value, int from) throws DecodeException {
    input.reset(value, from);
    E event;
    try {
      event = reader.read(null, input);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // Of the latter: a schema that contains itself, and bytes that say so without an end.
      throw undecodable(e.getClass().getSimpleName());
    }
    if (!input.isAtEnd()) {
      throw undecodable("bytes behind its end");
    }
    return event;
  }

  /** Where, and never what, for events may be private. */
  private DecodeException undecodable(String problem) {
    return new DecodeException(
        "Expected Avro of an event, but it cannot be read: type="
            + events.name()
            + ", writtenAs="
            + writer.getFullName()
            + ", byte="
            + input.position()
            + ", problem="
            + problem
            + ".",
        null);
  }
}

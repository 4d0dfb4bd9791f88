package dev.millrace.avro;

import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads records that name their writer's schema by a fingerprint or a registry's number. A reader
 * is made once per schema; that of the record before is at hand without a look-up.
 */
final class FramedDecoder<E> implements Decoder<E> {
  static final int REGISTRY_HEADER_BYTES = 5;
  static final int FINGERPRINT_HEADER_BYTES = 10;

  private final RecordClass events;
  private final WriterSchemas schemas;
  private final Map<Long, BodyReader<E>> byFingerprint = new HashMap<>();
  private final Map<Integer, BodyReader<E>> byNumber = new HashMap<>();
  private @Nullable BodyReader<E> lastOfFingerprint;
  private @Nullable BodyReader<E> lastOfNumber;
  private long lastFingerprint;
  private int lastNumber;

  FramedDecoder(RecordClass events, WriterSchemas schemas) {
    this.events = events;
    this.schemas = schemas;
  }

  @Override
  public E decode(byte[] value) throws DecodeException {
    if (value.length >= REGISTRY_HEADER_BYTES && value[0] == 0) {
      return ofNumber(ByteBuffer.wrap(value).getInt(1)).read(value, REGISTRY_HEADER_BYTES);
    }
    if (value.length >= FINGERPRINT_HEADER_BYTES
        && value[0] == (byte) 0xC3
        && value[1] == (byte) 0x01) {
      long fingerprint = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong(2);
      return ofFingerprint(fingerprint).read(value, FINGERPRINT_HEADER_BYTES);
    }
    throw new DecodeException(
        "Expected Avro with its schema's fingerprint or number, but it begins with neither: type="
            + events.name()
            + ", bytes="
            + value.length
            + ". Bare Avro is read by codec avro-binary.",
        null);
  }

  private BodyReader<E> ofFingerprint(long fingerprint) throws DecodeException {
    BodyReader<E> reader = fingerprint == lastFingerprint ? lastOfFingerprint : null;
    if (reader == null) {
      reader = byFingerprint.get(fingerprint);
      if (reader == null) {
        reader = reader(schemas.byFingerprint(fingerprint));
        byFingerprint.put(fingerprint, reader);
      }
      lastFingerprint = fingerprint;
      lastOfFingerprint = reader;
    }
    return reader;
  }

  private BodyReader<E> ofNumber(int number) throws DecodeException {
    BodyReader<E> reader = number == lastNumber ? lastOfNumber : null;
    if (reader == null) {
      reader = byNumber.get(number);
      if (reader == null) {
        reader = reader(schemas.byNumber(number));
        byNumber.put(number, reader);
      }
      lastNumber = number;
      lastOfNumber = reader;
    }
    return reader;
  }

  private BodyReader<E> reader(Schema writer) {
    return new BodyReader<>(events, writer);
  }
}

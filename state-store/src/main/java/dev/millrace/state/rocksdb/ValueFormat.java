package dev.millrace.state.rocksdb;

import dev.millrace.state.CorruptStateException;
import dev.millrace.state.StateStoreException;
import dev.millrace.state.ValueCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Values on disk (rule T4).
 *
 * <pre>
 *   | schema number, 7 bits a byte, low ones first | value as the codec writes it |
 * </pre>
 */
final class ValueFormat<V> {
  private final ValueCodec<V> codec;
  private final Schemas schemas;
  private final int schemaId;
  private final Map<Integer, ValueCodec<V>> readers = new HashMap<>();
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(buffer);

  /** Used again and again: a {@code DataInputStream} brings buffers of hundreds of bytes. */
  private final Bytes source = new Bytes();

  private final DataInputStream in = new DataInputStream(source);

  ValueFormat(ValueCodec<V> codec, Schemas schemas) {
    this.codec = codec;
    this.schemas = schemas;
    this.schemaId = schemas.idOf(codec.schema());
    readers.put(schemaId, codec);
  }

  /** Number of the schema that is written. */
  int schemaId() {
    return schemaId;
  }

  /** Makes the reader for a schema, or refuses it as the codec does. */
  ValueCodec<V> reader(int id) {
    ValueCodec<V> present = readers.get(id);
    if (present != null) {
      return present;
    }
    ValueCodec<V> made = codec.readerFor(schemas.text(id));
    readers.put(id, made);
    return made;
  }

  byte[] encode(V value) {
    buffer.reset();
    try {
      int id = schemaId;
      for (; id > 0x7F; id >>>= 7) {
        out.write((id & 0x7F) | 0x80);
      }
      out.write(id);
      codec.write(value, out);
    } catch (IOException e) {
      throw new StateStoreException("Expected the codec to write a value, but it failed", e);
    }
    return buffer.toByteArray();
  }

  V decode(byte[] bytes) {
    source.set(bytes);
    try {
      int id = 0;
      int shift = 0;
      int read;
      do {
        read = in.readUnsignedByte();
        id |= (read & 0x7F) << shift;
        shift += 7;
      } while ((read & 0x80) != 0);
      return reader(id).read(in);
    } catch (IOException e) {
      throw new CorruptStateException(
          "Expected a whole value, but it could not be read: bytes=" + bytes.length, e);
    }
  }

  /** A stream of other bytes each time. */
  private static final class Bytes extends ByteArrayInputStream {
    private static final byte[] NONE = {};

    Bytes() {
      super(NONE);
    }

    void set(byte[] bytes) {
      buf = bytes;
      pos = 0;
      mark = 0;
      count = bytes.length;
    }
  }
}

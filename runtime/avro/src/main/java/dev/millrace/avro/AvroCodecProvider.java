package dev.millrace.avro;

import dev.millrace.functions.codec.CodecProvider;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.functions.codec.Encoder;
import java.lang.reflect.Type;

/**
 * Avro whose records say which schema wrote them, so that writer and reader may be of different
 * versions. It reads single-object encoding (bytes C3 01 and the schema's fingerprint) and the
 * framing of schema registries (byte 0 and the schema's number), told apart by the first byte, and
 * writes single-object encoding.
 */
public final class AvroCodecProvider implements CodecProvider {

  @Override
  public String name() {
    return "avro";
  }

  /** Before JSON, which takes any class. */
  @Override
  public int priority() {
    return 1;
  }

  @Override
  public boolean supports(Type type) {
    return RecordClass.isOne(type);
  }

  @Override
  public <E> Decoder<E> decoder(Type type) {
    RecordClass events = RecordClass.of(type);
    return new FramedDecoder<>(events, new WriterSchemas(events, SchemaRegistry::configured));
  }

  @Override
  public <R> Encoder<R> encoder(Type type) {
    RecordClass results = RecordClass.of(type);
    return new AvroEncoder<>(results, WriterSchemas.header(results.schema()));
  }
}

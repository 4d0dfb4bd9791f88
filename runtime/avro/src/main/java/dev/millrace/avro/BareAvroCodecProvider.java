package dev.millrace.avro;

import dev.millrace.functions.codec.CodecProvider;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.functions.codec.Encoder;
import java.lang.reflect.Type;

/**
 * Avro without any header: all writers have the very schema of the class. Has to be asked for by
 * name, for such bytes cannot be told from others.
 */
public final class BareAvroCodecProvider implements CodecProvider {
  private static final byte[] NO_HEADER = {};

  @Override
  public String name() {
    return "avro-binary";
  }

  /** After {@link AvroCodecProvider}. */
  @Override
  public int priority() {
    return -1;
  }

  @Override
  public boolean supports(Type type) {
    return RecordClass.isOne(type);
  }

  @Override
  public <E> Decoder<E> decoder(Type type) {
    RecordClass events = RecordClass.of(type);
    BodyReader<E> body = new BodyReader<>(events, events.schema());
    return value -> body.read(value, 0);
  }

  @Override
  public <R> Encoder<R> encoder(Type type) {
    return new AvroEncoder<>(RecordClass.of(type), NO_HEADER);
  }
}

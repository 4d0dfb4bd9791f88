package dev.millrace.protobuf;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.GeneratedMessage;
import com.google.protobuf.Message;
import dev.millrace.functions.codec.CodecProvider;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.functions.codec.Encoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;

/**
 * Protobuf by generated classes. It reads plain messages and those in the framing of schema
 * registries, told apart by the first byte, for no message begins with a zero; it writes plain
 * ones, maps sorted by key. Fields that the class does not know are kept, not refused.
 */
public final class ProtobufCodecProvider implements CodecProvider {

  @Override
  public String name() {
    return "protobuf";
  }

  /** Before JSON, which takes any class. */
  @Override
  public int priority() {
    return 1;
  }

  @Override
  public boolean supports(Type type) {
    return type instanceof Class<?> c
        && c != GeneratedMessage.class
        && GeneratedMessage.class.isAssignableFrom(c);
  }

  @Override
  public <E> Decoder<E> decoder(Type type) {
    return new MessageDecoder<>(empty(type));
  }

  @Override
  public <R> Encoder<R> encoder(Type type) {
    Message unused = empty(type);
    return result -> encode((Message) result);
  }

  private Message empty(Type type) {
    if (!supports(type)) {
      throw new IllegalArgumentException(
          "Expected a class generated from a Protobuf message, but it is none: type="
              + type.getTypeName()
              + ". Generate it with protoc, not for the lite runtime.");
    }
    try {
      return (Message) ((Class<?>) type).getMethod("getDefaultInstance").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "Expected a class generated from a Protobuf message, but it has no default instance:"
              + " type="
              + type.getTypeName()
              + ". Generate it with protoc of version 4 (26) or later.",
          e);
    }
  }

  private static byte[] encode(Message result) {
    byte[] bytes = new byte[result.getSerializedSize()];
    CodedOutputStream output = CodedOutputStream.newInstance(bytes);
    output.useDeterministicSerialization();
    try {
      result.writeTo(output);
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to write to memory, but it failed.", e);
    }
    output.checkNoSpaceLeft();
    return bytes;
  }
}

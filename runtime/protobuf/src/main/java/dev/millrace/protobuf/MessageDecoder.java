package dev.millrace.protobuf;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reads plain and framed messages. A frame is a zero, the schema's number in four bytes, and the
 * place of the message in its file: a count and as many indexes, from the outermost message to the
 * one meant, as zigzag varints; a count of zero stands for the first message. The number is not
 * asked for: Protobuf is read by the class alone.
 */
final class MessageDecoder<E> implements Decoder<E> {
  private static final int NUMBER_END = 5;

  private final String name;
  private final Parser<? extends Message> parser;
  private final int[] place;

  MessageDecoder(Message empty) {
    this.name = empty.getDescriptorForType().getFullName();
    this.parser = empty.getParserForType();
    this.place = place(empty.getDescriptorForType());
  }

  private static int[] place(Descriptor message) {
    Deque<Integer> indexes = new ArrayDeque<>();
    for (Descriptor at = message; at != null; at = at.getContainingType()) {
      indexes.addFirst(at.getIndex());
    }
    return indexes.stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  @SuppressWarnings("unchecked") // the parser is that of the very type
  public E decode(byte[] value) throws DecodeException {
    try {
      if (value.length == 0 || value[0] != 0) {
        return (E) parser.parseFrom(value);
      }
      if (value.length < NUMBER_END) {
        throw undecodable("a zero without a schema's number", null);
      }
      CodedInputStream input =
          CodedInputStream.newInstance(value, NUMBER_END, value.length - NUMBER_END);
      checkPlace(input);
      Message event = parser.parseFrom(input);
      input.checkLastTagWas(0);
      return (E) event;
    } catch (InvalidProtocolBufferException e) {
      throw undecodable(e.getClass().getSimpleName(), null);
    } catch (IOException | RuntimeException e) {
      throw undecodable(e.getClass().getSimpleName(), e);
    }
  }

  /** Another message of the file would often be read without an error, as wrong values. */
  private void checkPlace(CodedInputStream input) throws IOException, DecodeException {
    int count = input.readSInt32();
    boolean isMine = count == Math.max(place.length, 1);
    if (count == 0) {
      isMine = place.length == 1 && place[0] == 0;
    }
    for (int i = 0; isMine && i < count; i++) {
      isMine = input.readSInt32() == place[i];
    }
    if (!isMine) {
      throw undecodable("another message of its file, expected " + Arrays.toString(place), null);
    }
  }

  /** What, and no payload, for events may be private. */
  private DecodeException undecodable(String problem, @Nullable Exception cause) {
    return new DecodeException(
        "Expected Protobuf of an event, but it cannot be read: type="
            + name
            + ", problem="
            + problem
            + ".",
        cause);
  }
}

package dev.millrace.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** Protobuf by the numbers of fields alone, as its wire format has it. */
final class Protobuf {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CodedOutputStream output = CodedOutputStream.newInstance(bytes);

  Protobuf number(int field, long value) throws IOException {
    output.writeInt64(field, value);
    return this;
  }

  Protobuf text(int field, String value) throws IOException {
    output.writeString(field, value);
    return this;
  }

  Protobuf message(int field, Protobuf value) throws IOException {
    output.writeByteArray(field, value.toBytes());
    return this;
  }

  byte[] toBytes() throws IOException {
    output.flush();
    return bytes.toByteArray();
  }

  /** Fields in the order of their numbers: a number, a text, or the messages of a field. */
  static String fields(byte[] message, Integer... texts) throws IOException {
    return fields(UnknownFieldSet.parseFrom(message), List.of(texts));
  }

  private static String fields(UnknownFieldSet message, List<Integer> texts) throws IOException {
    StringBuilder all = new StringBuilder();
    for (var entry : message.asMap().entrySet()) {
      entry.getValue().getVarintList().forEach(n -> all.append(entry.getKey() + "=" + n + " "));
      for (var value : entry.getValue().getLengthDelimitedList()) {
        boolean isText = texts.contains(entry.getKey());
        all.append(entry.getKey())
            .append('=')
            .append(
                isText
                    ? value.toString(UTF_8)
                    : "{" + fields(UnknownFieldSet.parseFrom(value), List.of(1)) + "}")
            .append(' ');
      }
    }
    return all.toString().strip();
  }
}

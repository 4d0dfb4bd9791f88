package dev.millrace.avro;

import dev.millrace.functions.codec.Encoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.jspecify.annotations.Nullable;

/** Writes results, with a header before each; maps sorted by key, so equal results are equal. */
final class AvroEncoder<R> implements Encoder<R> {
  private final RecordClass results;
  private final byte[] header;
  private final SpecificDatumWriter<R> writer;
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private @Nullable BinaryEncoder encoder;

  AvroEncoder(RecordClass results, byte[] header) {
    this.results = results;
    this.header = header.clone();
    this.writer = new SortedMaps<>(results);
  }

  @Override
  public byte[] encode(R result) {
    output.reset();
    output.write(header, 0, header.length);
    // Made anew with what a result that could not be written has left in its buffer thrown away.
    encoder = EncoderFactory.get().binaryEncoder(output, encoder);
    try {
      writer.write(result, encoder);
      encoder.flush();
    } catch (IOException | AvroRuntimeException | ClassCastException | NullPointerException e) {
      encoder = null;
      throw new IllegalArgumentException(
          "Expected a result that fits its schema, but it does not: type="
              + results.name()
              + ". Set every field that is not nullable, to a value of its type.",
          e);
    }
    return output.toByteArray();
  }

  private static final class SortedMaps<R> extends SpecificDatumWriter<R> {
    private static final Comparator<Map.Entry<Object, Object>> BY_KEY =
        Comparator.comparing(entry -> entry.getKey().toString());

    SortedMaps(RecordClass results) {
      super(results.schema(), model(results));
    }

    private static SpecificData model(RecordClass results) {
      return results.model();
    }

    @Override
    protected Iterable<Map.Entry<Object, Object>> getMapEntries(Object map) {
      return StreamSupport.stream(super.getMapEntries(map).spliterator(), false)
          .sorted(BY_KEY)
          .toList();
    }
  }
}

package dev.millrace.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A mutable value, as accumulators may be. */
public final class Total {
  long count;

  public Total(long count) {
    this.count = count;
  }

  /** Writes {@code Total{count:long}}; reads also {@code Total{count:int}}, and nothing else. */
  public static final class Codec implements ValueCodec<Total> {
    static final String LONG = "Total{count:long}";
    static final String INT = "Total{count:int}";

    private final String schema;

    Codec(String schema) {
      this.schema = schema;
    }

    public static Codec current() {
      return new Codec(LONG);
    }

    @Override
    public String schema() {
      return schema;
    }

    @Override
    public void write(Total value, DataOutput out) throws IOException {
      if (schema.equals(LONG)) {
        out.writeLong(value.count);
      } else {
        out.writeInt((int) value.count);
      }
    }

    @Override
    public Total read(DataInput in) throws IOException {
      return new Total(schema.equals(LONG) ? in.readLong() : in.readInt());
    }

    @Override
    public ValueCodec<Total> readerFor(String writtenSchema) {
      if (schema.equals(LONG) && writtenSchema.equals(INT)) {
        return new Codec(INT);
      }
      throw new IllegalArgumentException(
          "Expected a readable schema, but it is not: written="
              + writtenSchema
              + ", now="
              + schema);
    }
  }
}

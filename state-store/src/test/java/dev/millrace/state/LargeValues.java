package dev.millrace.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.SplittableRandom;

/** Values of 4 KiB that cannot be compressed. */
public final class LargeValues implements ValueCodec<byte[]> {
  public static final int BYTES = 4 << 10;

  /** The value of that number, always the same. */
  public static byte[] value(int number) {
    byte[] value = new byte[BYTES];
    new SplittableRandom(number).nextBytes(value);
    return value;
  }

  @Override
  public String schema() {
    return "large";
  }

  @Override
  public void write(byte[] value, DataOutput out) throws IOException {
    out.write(value);
  }

  @Override
  public byte[] read(DataInput in) throws IOException {
    byte[] value = new byte[BYTES];
    in.readFully(value);
    return value;
  }

  @Override
  public ValueCodec<byte[]> readerFor(String writtenSchema) {
    throw new IllegalArgumentException(writtenSchema);
  }
}

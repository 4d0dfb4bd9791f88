package dev.millrace.bench.state;

import dev.millrace.state.KeyTable;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * State of one partition: values of a KiB that cannot be compressed, each of which says to which
 * key and to which change it belongs.
 */
final class LargeState {
  private static final int VALUE_BYTES = 1 << 10;
  private static final int CHANGES_PER_RELIEVE = 256;

  private final PartitionStore store;
  private final KeyTable<byte[]> values;
  private final int count;

  LargeState(PartitionStore store, int mib) {
    this.store = store;
    this.count = mib << 10;
    this.values = store.keyTable("values", new Codec());
  }

  /** Which keys change. */
  enum Where {
    /** Any, as of users who come back at random. */
    SPREAD,
    /** Neighbours, as of windows that come and go. */
    TOGETHER
  }

  void fill() {
    for (int i = 0; i < count; i++) {
      put(i, 0);
    }
  }

  /** Changes a hundredth. */
  void change(Where where, int number) {
    SplittableRandom random = new SplittableRandom(number);
    int first = random.nextInt(count);
    for (int i = 0; i < count / 100; i++) {
      put(where == Where.SPREAD ? random.nextInt(count) : (first + i) % count, number);
    }
  }

  private void put(int i, int number) {
    values.put(key(i), value(i, number));
    if (i % CHANGES_PER_RELIEVE == 0) {
      store.relieve();
    }
  }

  private static byte[] key(int i) {
    return ByteBuffer.allocate(Long.BYTES).putLong(i).array();
  }

  private static byte[] value(int i, int number) {
    byte[] value = new byte[VALUE_BYTES];
    new SplittableRandom(((long) number << Integer.SIZE) + i).nextBytes(value);
    ByteBuffer.wrap(value).putInt(0, number);
    return value;
  }

  /** Whether each key has a value that was once written for it. */
  boolean isWhole() {
    for (int i = 0; i < count; i++) {
      byte[] value = values.get(key(i));
      if (value == null || !Arrays.equals(value, value(i, ByteBuffer.wrap(value).getInt()))) {
        return false;
      }
      if (i % CHANGES_PER_RELIEVE == 0) {
        store.relieve();
      }
    }
    return values.size() == count;
  }

  private static final class Codec implements ValueCodec<byte[]> {
    @Override
    public String schema() {
      return "bytes";
    }

    @Override
    public void write(byte[] value, DataOutput out) throws IOException {
      out.write(value);
    }

    @Override
    public byte[] read(DataInput in) throws IOException {
      byte[] value = new byte[VALUE_BYTES];
      in.readFully(value);
      return value;
    }

    @Override
    public ValueCodec<byte[]> readerFor(String writtenSchema) {
      return this;
    }
  }
}

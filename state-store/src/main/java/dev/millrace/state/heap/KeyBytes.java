package dev.millrace.state.heap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Keys as bytes: hash, and the encodings whose unsigned byte order is the order of what they
 * encode.
 *
 * <pre>
 *   window key  | end ^ MIN : 8 | start ^ MIN : 8 | key |     big-endian, so (end, start, key)
 *   timer key   | time ^ MIN : 8 | tag ^ MIN : 8  | key |     big-endian, so (time, tag, key)
 * </pre>
 */
public final class KeyBytes {

  /** Bytes of the two numbers in front of a key. */
  public static final int PREFIX_BYTES = 2 * Long.BYTES;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private KeyBytes() {}

  /**
   * A hash whose low bits depend on all bytes. Eight bytes a step; multiply and rotate as in
   * Fibonacci hashing (Knuth, TAOCP 3, 6.4), with the finisher of MurmurHash3.
   */
  public static int hash(byte[] key) {
    long hash = key.length * MULTIPLIER;
    int at = 0;
    for (; at + Long.BYTES <= key.length; at += Long.BYTES) {
      hash = Long.rotateLeft((hash ^ (long) LONG.get(key, at)) * MULTIPLIER, 31);
    }
    for (; at < key.length; at++) {
      hash = Long.rotateLeft((hash ^ key[at]) * MULTIPLIER, 31);
    }
    hash = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
    return (int) (hash ^ (hash >>> 32));
  }

  /**
   * The bits of eight bytes from there on, the first one on top, with zeros for those beyond the
   * end: as unsigned numbers they are in the order of the bytes.
   *
   * @param from 0 to the key's length
   */
  public static long bits(byte[] key, int from) {
    if (from + Long.BYTES <= key.length) {
      return (long) LONG.get(key, from);
    }
    long bits = 0;
    for (int at = from; at < key.length; at++) {
      bits |= (key[at] & 0xFFL) << (Long.SIZE - Byte.SIZE * (at - from + 1));
    }
    return bits;
  }

  /** Two numbers, signs flipped so that negative ones come first, and a key. */
  public static byte[] prefixed(long first, long second, byte[] key) {
    byte[] bytes = new byte[PREFIX_BYTES + key.length];
    writePrefix(bytes, first, second);
    System.arraycopy(key, 0, bytes, PREFIX_BYTES, key.length);
    return bytes;
  }

  /** The two numbers of {@link #prefixed} alone: the smallest key with them. */
  public static byte[] prefix(long first, long second) {
    byte[] bytes = new byte[PREFIX_BYTES];
    writePrefix(bytes, first, second);
    return bytes;
  }

  private static void writePrefix(byte[] bytes, long first, long second) {
    LONG.set(bytes, 0, first ^ Long.MIN_VALUE);
    LONG.set(bytes, Long.BYTES, second ^ Long.MIN_VALUE);
  }

  /** The first number of a prefixed key. */
  public static long first(byte[] prefixed) {
    return (long) LONG.get(prefixed, 0) ^ Long.MIN_VALUE;
  }

  /** The second number of a prefixed key. */
  public static long second(byte[] prefixed) {
    return (long) LONG.get(prefixed, Long.BYTES) ^ Long.MIN_VALUE;
  }

  /** The key of a prefixed key. */
  public static byte[] suffix(byte[] prefixed) {
    return Arrays.copyOfRange(prefixed, PREFIX_BYTES, prefixed.length);
  }

  /**
   * The smallest bytes above all that start with the prefix.
   *
   * @throws IllegalArgumentException if there are none: the prefix is empty or all ones
   */
  public static byte[] after(byte[] prefix) {
    byte[] bytes = prefix.clone();
    for (int at = bytes.length - 1; at >= 0; at--) {
      bytes[at]++;
      if (bytes[at] != 0) {
        return Arrays.copyOf(bytes, at + 1);
      }
    }
    throw new IllegalArgumentException(
        "Expected a prefix with something above it, but all its bits are set: bytes="
            + prefix.length);
  }
}

package dev.millrace.mutations;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Makes one damaged input from valid ones: up to four changes, one upon the other. */
final class Mutator {
  private static final int MAX_CHANGES = 4;
  private static final int MAX_BYTES = 1 << 16;

  /** What parsers of numbers, texts and trees stumble over. */
  private static final List<byte[]> TOKENS =
      List.of(
              "",
              "0",
              "-0",
              "-1",
              "+1",
              "00",
              "2147483648",
              "9223372036854775807",
              "9223372036854775808",
              "-9223372036854775808",
              "99999999999999999999999999",
              "1e999999999",
              "1E-999999999",
              "0.1",
              "NaN",
              "Infinity",
              "0x10",
              "1_000",
              "١٢",
              "null",
              "true",
              "{}",
              "[]",
              "[[[[[[[[",
              "{\"a\":",
              "\"",
              "\\u0000",
              "\\uD800",
              "\0",
              "\n",
              " ",
              "../",
              "/",
              ";",
              ",",
              ":",
              "=",
              "*",
              "&a",
              "*a",
              "!!java.net.URL [x]",
              "é",
              "\uFEFF",
              "💥")
          .stream()
          .map(token -> token.getBytes(UTF_8))
          .toList();

  private static final long[] EXTREMES = {
    0, 1, -1, Byte.MAX_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE
  };

  private final SplittableRandom random;
  private final List<byte[]> valid;

  Mutator(SplittableRandom random, List<byte[]> valid) {
    this.random = random;
    this.valid = valid;
  }

  byte[] next() {
    byte[] input = any(valid).clone();
    int changes = 1 + random.nextInt(MAX_CHANGES);
    for (int i = 0; i < changes; i++) {
      byte[] changed = change(input);
      input = changed.length > MAX_BYTES ? Arrays.copyOf(changed, MAX_BYTES) : changed;
    }
    return input;
  }

  private byte[] change(byte[] in) {
    int from = random.nextInt(in.length + 1);
    int to = from + random.nextInt(Math.min(16, in.length - from) + 1);
    return switch (random.nextInt(10)) {
      case 0 -> flipped(in);
      case 1 -> replaced(in, from, to, new byte[] {(byte) random.nextInt(256)});
      case 2 -> replaced(in, from, to, new byte[0]);
      case 3 -> replaced(in, from, from, any(TOKENS));
      case 4 -> replaced(in, from, to, any(TOKENS));
      case 5 -> number(in);
      case 6 -> replaced(in, to, to, Arrays.copyOfRange(in, from, to));
      case 7 -> Arrays.copyOf(in, from);
      case 8 -> extreme(in, from);
      default -> spliced(in, from);
    };
  }

  private byte[] flipped(byte[] in) {
    byte[] out = in.clone();
    if (out.length > 0) {
      int at = random.nextInt(out.length);
      out[at] ^= (byte) (1 << random.nextInt(8));
    }
    return out;
  }

  /** Another token in place of a run of digits. */
  private byte[] number(byte[] in) {
    int from = random.nextInt(in.length + 1);
    while (from < in.length && !isDigit(in[from])) {
      from++;
    }
    int to = from;
    while (to < in.length && isDigit(in[to])) {
      to++;
    }
    byte[] token =
        random.nextBoolean()
            ? any(TOKENS)
            : Long.toString(EXTREMES[random.nextInt(EXTREMES.length)]).getBytes(US_ASCII);
    return replaced(in, from, to, token);
  }

  /** Four or eight bytes of an extreme number, big-endian. */
  private byte[] extreme(byte[] in, int from) {
    byte[] number =
        ByteBuffer.allocate(Long.BYTES).putLong(EXTREMES[random.nextInt(EXTREMES.length)]).array();
    byte[] part = random.nextBoolean() ? number : Arrays.copyOfRange(number, 4, 8);
    return replaced(in, from, Math.min(in.length, from + part.length), part);
  }

  /** The end of another input after the beginning of this one. */
  private byte[] spliced(byte[] in, int from) {
    byte[] other = any(valid);
    return replaced(
        in,
        from,
        in.length,
        Arrays.copyOfRange(other, random.nextInt(other.length + 1), other.length));
  }

  private static byte[] replaced(byte[] in, int from, int to, byte[] part) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(in.length + part.length);
    out.write(in, 0, from);
    out.write(part, 0, part.length);
    out.write(in, to, in.length - to);
    return out.toByteArray();
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}

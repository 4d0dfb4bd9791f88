package dev.millrace.mutations;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Gives a check thousands of inputs that are almost valid. Every input follows from the seed and
 * its round; a failure names both, and {@code -Dmutations.seed} replays another seed.
 *
 * <p>The check decodes the input. It passes when the decoder throws what it declares, or when what
 * it returns is an honest reading of the input.
 */
public final class Mutations {
  private static final String SEED = "mutations.seed";
  private static final long DEFAULT_SEED = 1;

  private Mutations() {}

  /**
   * Calls a check with damaged bytes.
   *
   * @param valid inputs to damage, at least one
   * @param rounds number of calls
   * @throws AssertionError if the check throws; it names what replays the call
   */
  public static void bytes(List<byte[]> valid, int rounds, Consumer<byte[]> check) {
    long seed = Long.getLong(SEED, DEFAULT_SEED);
    for (int round = 0; round < rounds; round++) {
      byte[] mutant = new Mutator(new SplittableRandom(seed + round * 31L), valid).next();
      try {
        check.accept(mutant);
      } catch (RuntimeException | Error e) {
        throw new AssertionError(
            "Expected a damaged input to be refused as declared or read honestly, but: problem="
                + e
                + ", round="
                + round
                + ", -D"
                + SEED
                + "="
                + seed
                + ", input="
                + Printable.of(mutant),
            e);
      }
    }
  }

  /** The same for text; the input may hold characters of any kind. */
  public static void text(List<String> valid, int rounds, Consumer<String> check) {
    List<byte[]> inputs = valid.stream().map(text -> text.getBytes(UTF_8)).toList();
    bytes(inputs, rounds, mutant -> check.accept(new String(mutant, UTF_8)));
  }
}

package dev.millrace.deployment.determinism;

import dev.millrace.functions.DeterministicBecause;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Function code, each class with one thing to be found, or with nothing. */
@SuppressWarnings({
  "JavaUtilDate",
  "NonFinalStaticField",
  "unused",
  "JavaTimeDefaultTimeZone",
  "TimeInStaticInitializer"
})
final class Suspects {
  private Suspects() {}

  static class ReadsInstant {
    Object add() {
      return Instant.now();
    }
  }

  static class ReadsLocalDate {
    Object add() {
      return LocalDate.now(ZoneOffset.UTC);
    }
  }

  static class ReadsMillis {
    Object add() {
      return System.currentTimeMillis();
    }
  }

  static class ReadsNanos {
    Object add() {
      return System.nanoTime();
    }
  }

  static class MakesDate {
    Object add() {
      return new Date();
    }
  }

  static class MakesClock {
    Object add() {
      return Clock.systemUTC();
    }
  }

  static class MakesRandom {
    Object add() {
      return new Random().nextInt();
    }
  }

  static class UsesThreadLocalRandom {
    Object add() {
      return ThreadLocalRandom.current().nextInt();
    }
  }

  static class UsesMathRandom {
    Object add() {
      return Math.random();
    }
  }

  static class UsesSecureRandom {
    Object add() {
      return new SecureRandom().nextInt();
    }
  }

  static class MakesUuid {
    Object add() {
      return UUID.randomUUID();
    }
  }

  static class Shuffles {
    void add(List<String> list) {
      Collections.shuffle(list);
    }
  }

  static class ReadsEnvironment {
    Object add() {
      return System.getenv("HOME");
    }
  }

  static class ReadsProperty {
    Object add() {
      return Long.getLong("limit");
    }
  }

  static class UsesDefaultZone {
    Object add() {
      return ZoneId.systemDefault();
    }
  }

  static class WritesStatic {
    static long total;

    void add(long value) {
      total += value;
    }
  }

  static class WritesField {
    private long total;

    void add(long value) {
      total += value;
    }
  }

  abstract static class Base {
    long last;

    void remember(long value) {
      last = value;
    }
  }

  static class WritesInheritedField extends Base {
    void add(long value) {
      remember(value);
    }
  }

  static class CallsIndirectly {
    Object add() {
      return new Assistant().help();
    }
  }

  static class Assistant {
    Object help() {
      return deeper();
    }

    private static Object deeper() {
      return Instant.now();
    }
  }

  static class CallsInLambda {
    Object add() {
      Supplier<Object> now = () -> Instant.now();
      return now.get();
    }
  }

  static class UsesMethodReference {
    Object add() {
      Supplier<Instant> now = Instant::now;
      return now.get();
    }
  }

  static class TouchesInitialiser {
    Object add() {
      return Holder.START;
    }
  }

  static class Holder {
    static final Instant START = Instant.now();
  }

  interface Scorer {
    double score();
  }

  static class RandomScorer implements Scorer {
    @Override
    public double score() {
      return Math.random();
    }
  }

  static class CallsThroughInterface {
    private final Scorer scorer = scorer();

    static Scorer scorer() {
      return new RandomScorer();
    }

    Object add() {
      return scorer.score();
    }
  }

  static class TrustedWithoutReason {
    @DeterministicBecause(" ")
    Object add() {
      return Instant.now();
    }
  }

  // From here on there is nothing to be found.

  static class Pure {
    private static final Map<String, Integer> WEIGHTS = new HashMap<>();
    private final Duration limit;
    private transient String cached = "";

    static {
      WEIGHTS.put("a", 1);
    }

    Pure() {
      limit = Duration.ofMinutes(1);
    }

    Object add(String event) {
      cached = event;
      return Instant.ofEpochMilli(event.length()).plus(limit).toString() + WEIGHTS.get(event);
    }

    Object fixed() {
      return Instant.now(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)).hashCode()
          + new Random(7).nextInt()
          + new Date(0).hashCode();
    }
  }

  static class TrustedMethod {
    @DeterministicBecause("only feeds a metric")
    Object add() {
      return Instant.now();
    }
  }

  @DeterministicBecause("only feeds a metric")
  static class Metric {
    static long last;

    void mark() {
      last = System.nanoTime();
    }
  }

  static class CallsTrustedClass {
    void add() {
      new Metric().mark();
    }
  }

  static class MutableAccumulator {
    static class Totals {
      long sum;
    }

    Totals add(Totals totals, long value) {
      totals.sum += value;
      return totals;
    }
  }

  static class Unrelated {
    Object neverCalled() {
      return new Assistant2();
    }

    static class Assistant2 {
      Object notCalled() {
        return Instant.now();
      }
    }
  }
}

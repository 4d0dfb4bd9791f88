package dev.millrace.testkit.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.FunctionCode.PerRecord;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.RecordContext;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.testkit.Outcome;
import dev.millrace.testkit.Script;
import dev.millrace.testkit.Scripts;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random records of a function without windows, through restores and crashes at every commit,
 * against a loop over the same records that shares no code with the engine (F1 to F3, E1, W7).
 */
class RecordSimulationTest {
  private static final int RECORDS = 60;
  private static final int PARTITIONS = 2;
  private static final long NOW_MS = 1_000;
  private static final long MAX_AHEAD_MS = 100;

  private record Event(int number, long timeMs) {
    static Event decode(byte[] value) throws DecodeException {
      String[] parts = new String(value, UTF_8).split(":", -1);
      if (parts.length != 2) {
        throw new DecodeException("Expected number:time, but it is not.", null);
      }
      return new Event(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
    }
  }

  private record Input(int partition, @Nullable String key, @Nullable String value) {}

  @Test
  void shouldEmitWhatALoopOverTheRecordsGivesWhateverCrashes() {
    Seeds.all().forEach(RecordSimulationTest::run);
  }

  private static void run(long seed) {
    List<Input> inputs = inputs(new SplittableRandom(seed));
    Script.Builder script = Script.script(PARTITIONS, NOW_MS);
    for (int i = 0; i < inputs.size(); i++) {
      Input in = inputs.get(i);
      script.record(in.partition(), NOW_MS, in.key(), in.value());
      if (i % 25 == 24) {
        script.checkpoint();
      }
      if (i % 17 == 16) {
        script.crash();
      }
    }
    Outcome outcome = Scripts.runAllWays(RecordSimulationTest::define, script.build());
    for (int p = 0; p < PARTITIONS; p++) {
      int partition = p;
      List<String> found = new ArrayList<>();
      outcome.results().stream()
          .filter(r -> r.partition() == partition)
          .map(r -> r.offset() + "#" + r.index() + " " + r.key() + " " + r.timeMs() + r.value())
          .forEach(found::add);
      outcome.deadLetters().stream()
          .filter(d -> d.partition() == partition)
          .map(d -> d.offset() + " rejected")
          .forEach(found::add);
      assertThat(found).as("-Dsim.seed=%d", seed).isEqualTo(batch(partition, inputs));
    }
  }

  private static List<Input> inputs(SplittableRandom random) {
    List<Input> inputs = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      int dice = random.nextInt(20);
      long timeMs = random.nextLong(-50, NOW_MS + 2 * MAX_AHEAD_MS);
      String value = dice == 0 ? null : dice == 1 ? "?" : random.nextInt(40) + ":" + timeMs;
      String key = random.nextInt(4) == 0 ? null : "k" + random.nextInt(3);
      inputs.add(new Input(random.nextInt(PARTITIONS), key, value));
    }
    return inputs;
  }

  /** Results in order, then rejected records. */
  private static List<String> batch(int partition, List<Input> inputs) {
    List<String> results = new ArrayList<>();
    List<String> rejected = new ArrayList<>();
    int offset = 0;
    for (Input in : inputs) {
      if (in.partition() != partition) {
        continue;
      }
      List<String> own = batch(in, offset);
      if (own == null) {
        rejected.add(offset + " rejected");
      } else {
        results.addAll(own);
      }
      offset++;
    }
    results.addAll(rejected);
    return results;
  }

  private static @Nullable List<String> batch(Input in, int offset) {
    if (in.value() == null || !in.value().contains(":")) {
      return null;
    }
    int number = Integer.parseInt(in.value().substring(0, in.value().indexOf(':')));
    long timeMs = Long.parseLong(in.value().substring(in.value().indexOf(':') + 1));
    if (timeMs < 0 || timeMs > NOW_MS + MAX_AHEAD_MS || number % 11 == 10) {
      return null;
    }
    List<String> results = new ArrayList<>();
    for (int i = 0; i < number % 4; i++) {
      String key = i == 2 ? "other" : in.key();
      results.add(offset + "#" + i + " " + key + " " + timeMs + "=" + number);
    }
    return results;
  }

  private static void apply(Event event, RecordContext<String> context) {
    for (int i = 0; i < event.number() % 4; i++) {
      if (i == 2) {
        context.emit("other", "=" + event.number());
      } else {
        context.emit("=" + event.number());
      }
    }
    if (event.number() % 11 == 10) {
      throw new IllegalStateException("after its results");
    }
  }

  private static FunctionDefinition<Event, Void, String> define() {
    FunctionSpec spec =
        new FunctionSpec(
            "each",
            new WindowSpec.None(),
            new TimeSpec(0, 0, MAX_AHEAD_MS, TimeSpec.NEVER, TimeSpec.DEFAULTS.idlePolicy(), false),
            EmissionSpec.ON_COMPLETE,
            AccumulationMode.ACCUMULATING,
            KeySource.RECORD_KEY,
            ErrorPolicy.DEAD_LETTER);
    return new FunctionDefinition<>(
        spec,
        Event::decode,
        result -> result.getBytes(UTF_8),
        (event, timestampMs) -> event.timeMs(),
        null,
        new PerRecord<>(RecordSimulationTest::apply));
  }
}

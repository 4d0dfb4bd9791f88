package dev.millrace.cli.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.guarantees.Deployment.Topic;
import dev.millrace.cli.guarantees.Deployment.Use;
import dev.millrace.cli.guarantees.Weakness.Kind;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.spec.WindowSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Map<String, String> IN_S3 =
      Map.of("quarkus.millrace.checkpoints.location", "s3://bucket/prefix");
  private static final TimeSpec TIME =
      new TimeSpec(5, 0, TimeSpec.UNLIMITED, 1_000, IdlePolicy.PACE, false);

  private static FunctionSpec spec(
      TimeSpec time, EmissionSpec emission, AccumulationMode mode, KeySource key, ErrorPolicy on) {
    return new FunctionSpec(
        "totals", new WindowSpec.Tumbling(10, 0), time, emission, mode, key, on);
  }

  private static FunctionSpec plain() {
    return spec(
        TIME,
        EmissionSpec.ON_COMPLETE,
        AccumulationMode.ACCUMULATING,
        KeySource.RECORD_KEY,
        ErrorPolicy.DEAD_LETTER);
  }

  private static Topic safe(Use use, String... more) {
    Map<String, String> config = new HashMap<>(Map.of("min.insync.replicas", "2"));
    for (int i = 0; i < more.length; i += 2) {
      config.put(more[i], more[i + 1]);
    }
    return new Topic(use, "t", 3, config);
  }

  private static List<Weakness> judge(
      FunctionSpec spec, Map<String, String> settings, Topic... topics) {
    return Judge.of(
        new Deployment(spec, settings, List.of(topics), Duration.ofDays(7), "", List.of()), DAY);
  }

  private static List<String> seen(List<Weakness> found, Kind kind) {
    return found.stream().filter(w -> w.kind() == kind).map(Weakness::seen).toList();
  }

  @Test
  void shouldOnlySetAsideAndAskReadersWhenAllIsSetUpWell() {
    List<Weakness> found = judge(plain(), IN_S3, safe(Use.INPUT), safe(Use.OUTPUT));
    assertThat(found)
        .extracting(Weakness::kind)
        .containsExactly(Kind.ASIDE, Kind.ASIDE, Kind.READER);
    assertThat(found.get(2).remedy()).contains("read_committed");
  }

  @ParameterizedTest
  @CsvSource({
    "INPUT, min.insync.replicas, 1",
    "OUTPUT, unclean.leader.election.enable, true",
    "INPUT, cleanup.policy, compact",
    "INPUT, retention.ms, 3600000",
    "INPUT, retention.bytes, 1000",
    "REKEY, retention.ms, 604800000"
  })
  void shouldSayThatRecordsCanBeLostWhenATopicAllowsIt(Use use, String setting, String value) {
    List<Weakness> found = judge(plain(), IN_S3, safe(use, setting, value));
    assertThat(found.get(0).kind()).isEqualTo(Kind.LOSS);
    assertThat(found.get(0).seen()).contains(setting + "=" + value);
  }

  @Test
  void shouldTakeRetentionAsEnoughWhenItOutlastsTheRepair() {
    assertThat(judge(plain(), IN_S3, safe(Use.INPUT, "retention.ms", "86400000")))
        .noneMatch(w -> w.kind() == Kind.LOSS);
  }

  @Test
  void shouldNameTheOneReplicaFirstWhenThereIsMoreToSay() {
    Topic positions = new Topic(Use.POSITIONS, "__consumer_offsets", 1, Map.of());
    List<Weakness> found =
        judge(plain(), Map.of("quarkus.millrace.guarantee", "at-least-once"), positions);
    assertThat(found)
        .extracting(Weakness::kind)
        .containsExactly(Kind.LOSS, Kind.REPEAT, Kind.HALT, Kind.ASIDE, Kind.ASIDE);
    assertThat(found.get(0).link()).contains("__consumer_offsets");
    assertThat(found.get(2).seen()).contains("file:///tmp/millrace/checkpoints");
  }

  @Test
  void shouldSayNothingOfATopicWhenItIsNotThere() {
    assertThat(judge(plain(), IN_S3, new Topic(Use.OUTPUT, "t", 0, Map.of()))).hasSize(3);
  }

  @Test
  void shouldNameWhatReadersHaveToDoWhenPanesAreRevised() {
    TimeSpec late = new TimeSpec(5, 60, TimeSpec.UNLIMITED, 1_000, IdlePolicy.PACE, false);
    EmissionSpec early = new EmissionSpec(EmissionMode.EARLY, 10, 0, false);
    FunctionSpec spec =
        spec(late, early, AccumulationMode.DISCARDING, KeySource.ALREADY_KEYED, ErrorPolicy.STOP);
    List<Weakness> found = judge(spec, IN_S3);
    assertThat(seen(found, Kind.READER))
        .containsExactly(
            "guarantee=exactly-once",
            "accumulation=discarding",
            "emission=early",
            "allowedLateness=60 ms");
    assertThat(seen(found, Kind.WRONG)).containsExactly("@AlreadyKeyed");
    assertThat(seen(found, Kind.HALT)).containsExactly("onError=stop");
  }

  @Test
  void shouldSayThatTheLastWindowStaysOpenWhenIdleIsNotDetected() {
    TimeSpec stall = new TimeSpec(5, 0, TimeSpec.UNLIMITED, TimeSpec.NEVER, IdlePolicy.PACE, true);
    FunctionSpec spec =
        spec(
            stall,
            EmissionSpec.ON_COMPLETE,
            AccumulationMode.ACCUMULATING,
            KeySource.RECORD_KEY,
            ErrorPolicy.DEAD_LETTER);
    assertThat(seen(judge(spec, IN_S3), Kind.HALT)).containsExactly("idle policy stalls");
    assertThat(seen(judge(spec, IN_S3), Kind.WRONG))
        .containsExactly("event time=Kafka's timestamp");
  }

  @Test
  void shouldSayHowLongPositionsLastWhenRedisKeepsNothingOnDisk() {
    List<Weakness> found =
        Judge.of(
            new Deployment(
                plain(), IN_S3, List.of(), Duration.ofDays(7), "evicts", List.of("no disk")),
            DAY);
    assertThat(seen(found, Kind.HALT)).containsExactly("evicts", "no disk");
    assertThat(found.get(1).means()).contains("PT168H");
  }
}

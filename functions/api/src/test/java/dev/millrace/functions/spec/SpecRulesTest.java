package dev.millrace.functions.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecRulesTest {
  private static final EmissionSpec PLAIN = EmissionSpec.ON_COMPLETE;

  /** The setting to change, or nothing if the combination can run. */
  @ParameterizedTest
  @CsvSource({
    // window, lateness, mode, everyRecords, announceClose, accumulation, contradiction
    "tumbling, 0, ON_COMPLETE, 0, false, ACCUMULATING,",
    "tumbling, 0, ON_CLOSE, 0, false, ACCUMULATING,",
    "tumbling, 5, ON_CLOSE, 0, false, DISCARDING,",
    "tumbling, 5, EARLY, 2, true, RETRACTING,",
    "tumbling, 5, ON_COMPLETE, 0, false, DISCARDING,",
    "calendar, 5, ON_COMPLETE, 0, true, ACCUMULATING,",
    "sliding, 0, ON_COMPLETE, 0, false, ACCUMULATING,",
    "gaps, 0, ON_COMPLETE, 0, false, ACCUMULATING, window",
    "global, 0, EARLY, 2, false, ACCUMULATING,",
    "global, 0, EARLY, 2, false, DISCARDING,",
    "global, 0, ON_COMPLETE, 0, false, ACCUMULATING, emission",
    "global, 0, ON_CLOSE, 0, false, ACCUMULATING, emission",
    "global, 5, EARLY, 2, false, ACCUMULATING, lateness",
    "tumbling, 0, EARLY, 0, false, ACCUMULATING, emission",
    "tumbling, 0, ON_COMPLETE, 3, false, ACCUMULATING, emission",
    "tumbling, 0, ON_COMPLETE, 0, true, ACCUMULATING, lateness",
    "tumbling, 5, ON_CLOSE, 0, true, ACCUMULATING, emission",
    "tumbling, 5, ON_COMPLETE, 0, true, DISCARDING, accumulation",
    "session, 0, ON_COMPLETE, 0, false, DISCARDING,",
    "session, 5, ON_CLOSE, 0, false, DISCARDING,",
    "session, 5, ON_COMPLETE, 0, false, DISCARDING, accumulation",
    "session, 0, EARLY, 2, false, DISCARDING, accumulation",
    "session, 5, EARLY, 2, false, RETRACTING,",
  })
  void shouldNameTheSettingWhenTwoContradict(
      String window,
      long lateness,
      EmissionMode mode,
      long everyRecords,
      boolean announceClose,
      AccumulationMode accumulation,
      String setting) {
    FunctionSpec spec =
        spec(
            window(window),
            lateness,
            new EmissionSpec(mode, everyRecords, 0, announceClose),
            accumulation);
    var contradictions = SpecRules.contradictions(spec);
    if (setting == null) {
      assertThat(contradictions).isEmpty();
    } else {
      assertThat(contradictions).hasSize(1);
      assertThat(contradictions.get(0).setting()).isEqualTo(setting);
      assertThat(contradictions.get(0).message()).startsWith("Expected ").contains(", but ");
      assertThat(contradictions.get(0).remedy()).isNotBlank();
    }
  }

  private static WindowSpec window(String name) {
    return switch (name) {
      case "tumbling" -> new WindowSpec.Tumbling(10, -3);
      case "sliding" -> new WindowSpec.Sliding(10, 3, 0);
      case "gaps" -> new WindowSpec.Sliding(3, 10, 0);
      case "session" -> new WindowSpec.Session(10);
      case "calendar" -> new WindowSpec.Calendar(CalendarUnit.DAY, ZoneOffset.UTC);
      default -> new WindowSpec.Global();
    };
  }

  private static FunctionSpec spec(
      WindowSpec window, long lateness, EmissionSpec emission, AccumulationMode accumulation) {
    return new FunctionSpec(
        "f",
        window,
        new TimeSpec(0, lateness, 0, 1, IdlePolicy.PACE, false),
        emission,
        accumulation,
        KeySource.RECORD_KEY,
        ErrorPolicy.DEAD_LETTER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "0",
        "carrier-hours",
        "a--b",
        "123456789-123456789-123456789-123456789-123456789-123456789-123"
      })
  void shouldTakeNamesThatFitADnsLabel(String name) {
    assertThat(FunctionSpec.isName(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-a",
        "a-",
        "A",
        "a_b",
        "a.b",
        "ä",
        "a b",
        "123456789-123456789-123456789-123456789-123456789-123456789-1234"
      })
  void shouldRefuseNamesThatDoNot(String name) {
    assertThatThrownBy(
            () ->
                new FunctionSpec(
                    name,
                    new WindowSpec.Global(),
                    TimeSpec.DEFAULTS,
                    PLAIN,
                    AccumulationMode.ACCUMULATING,
                    KeySource.RECORD_KEY,
                    ErrorPolicy.STOP))
        .hasMessageContaining("name=" + name);
  }

  @Test
  void shouldRefuseNumbersOutOfRange() {
    assertThatThrownBy(() -> new WindowSpec.Tumbling(0, 0)).hasMessageContaining("sizeMs=0");
    assertThatThrownBy(() -> new WindowSpec.Sliding(1, 0, 0)).hasMessageContaining("slideMs=0");
    assertThatThrownBy(() -> new WindowSpec.Session(-1)).hasMessageContaining("gapMs=-1");
    assertThatThrownBy(() -> new TimeSpec(-1, 0, 0, 1, IdlePolicy.PACE, false))
        .hasMessageContaining("outOfOrdernessMs=-1");
    assertThatThrownBy(() -> new TimeSpec(0, 0, 0, 0, IdlePolicy.PACE, false))
        .hasMessageContaining("idleTimeoutMs=0");
    assertThatThrownBy(() -> new EmissionSpec(EmissionMode.EARLY, -1, 0, false))
        .hasMessageContaining("everyRecords=-1");
  }
}

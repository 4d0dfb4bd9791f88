package dev.millrace.runtime.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdleTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 30_000, Long.MAX_VALUE})
  void shouldReadWhatItWroteWhateverTheTimeout(long timeoutMs) {
    for (boolean isPaced : new boolean[] {true, false}) {
      Idle idle = new Idle(isPaced, timeoutMs);
      assertThat(Idle.parse(idle.text())).isEqualTo(idle);
    }
  }

  @Test
  void shouldRefuseWhatIsNoTimeout() {
    for (String text : new String[] {"pace", "pace -1", "others 1", "pace 9223372036854775808"}) {
      assertThatThrownBy(() -> Idle.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}

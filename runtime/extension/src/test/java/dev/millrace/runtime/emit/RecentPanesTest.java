package dev.millrace.runtime.emit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.Pane;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.TaskOutput;
import dev.millrace.functions.PaneKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecentPanesTest {
  private static final int PANE_BYTES = 96 + 1 + 10;
  private final List<Pane> passedOn = new ArrayList<>();

  private final TaskOutput next =
      new TaskOutput() {
        @Override
        public void pane(Pane pane) {
          passedOn.add(pane);
        }

        @Override
        public void result(
            InputRecord record, int index, byte @Nullable [] key, byte[] value, long timeMs) {}

        @Override
        public void late(InputRecord record, long eventTimeMs, long watermarkMs) {}

        @Override
        public void reject(
            InputRecord record, RejectReason reason, String message, @Nullable Throwable cause) {}
      };

  private static Pane pane(String key, long startMs, int index) {
    return new Pane(
        key.getBytes(UTF_8), startMs, startMs + 10, PaneKind.LATE, index, false, new byte[10]);
  }

  private static List<Pane> of(RecentPanes recent, String key) {
    return recent.of(key.getBytes(UTF_8));
  }

  @Test
  void shouldKnowTheLastPaneOfEachWindowOfAKey() {
    RecentPanes recent = new RecentPanes(next, 100 * PANE_BYTES);
    List<Pane> all = List.of(pane("a", 0, 0), pane("b", 0, 0), pane("a", 10, 0), pane("a", 0, 1));
    all.forEach(recent::pane);
    assertThat(of(recent, "a")).containsExactly(all.get(2), all.get(3));
    assertThat(of(recent, "b")).containsExactly(all.get(1));
    assertThat(of(recent, "c")).isEmpty();
    assertThat(passedOn).isEqualTo(all);
  }

  @Test
  void shouldForgetTheOldestWhenTheBoundIsReached() {
    RecentPanes recent = new RecentPanes(next, 2 * PANE_BYTES);
    for (int window = 0; window < 5; window++) {
      recent.pane(pane("a", window * 10L, 0));
      assertThat(recent.bytes()).isLessThanOrEqualTo(2 * PANE_BYTES);
    }
    assertThat(of(recent, "a")).extracting(Pane::startMs).containsExactly(30L, 40L);
    assertThat(recent.forgotten()).isEqualTo(3);
    assertThat(passedOn).hasSize(5);
  }

  @Test
  void shouldRememberAsManyAsTheBoundAllows() {
    RecentPanes recent = new RecentPanes(next, 70 * PANE_BYTES);
    for (int window = 0; window < 1_000; window++) {
      recent.pane(pane("a", window * 10L, 0));
      List<Long> expected =
          LongStream.rangeClosed(Math.max(0, window - 69), window)
              .map(w -> w * 10)
              .boxed()
              .toList();
      assertThat(of(recent, "a")).extracting(Pane::startMs).isEqualTo(expected);
    }
    assertThat(recent.forgotten()).isEqualTo(930);
  }

  @Test
  void shouldRememberNothingButPassAllOnWhenTheBoundIsZero() {
    RecentPanes recent = new RecentPanes(next, 0);
    recent.pane(pane("a", 0, 0));
    assertThat(of(recent, "a")).isEmpty();
    assertThat(recent.bytes()).isZero();
    assertThat(passedOn).hasSize(1);
  }

  @Test
  void shouldForgetAllWhenAPaneIsLargerThanTheBound() {
    RecentPanes recent = new RecentPanes(next, PANE_BYTES);
    recent.pane(pane("a", 0, 0));
    recent.pane(new Pane("a".getBytes(UTF_8), 10, 20, PaneKind.LATE, 0, true, new byte[11]));
    assertThat(of(recent, "a")).isEmpty();
    assertThat(recent.bytes()).isZero();
    assertThat(recent.forgotten()).isEqualTo(2);
  }
}

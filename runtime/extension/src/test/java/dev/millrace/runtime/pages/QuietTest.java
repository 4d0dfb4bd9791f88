package dev.millrace.runtime.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuietTest {
  private final Quiet quiet = new Quiet(100);

  @Test
  void shouldBeDueOnceWhenTheStartHasBeenOverForTheTime() {
    assertThat(quiet.isDue(false, 0, 0)).isFalse();
    assertThat(quiet.isDue(true, 0, 1_000)).isFalse();
    assertThat(quiet.isDue(true, 0, 1_099)).isFalse();
    assertThat(quiet.isDue(true, 0, 1_100)).isTrue();
    assertThat(quiet.isDue(true, 0, 9_000)).isFalse();
  }

  @Test
  void shouldBeDueAfterTheStartWhenThereIsWorkAllTheTime() {
    assertThat(quiet.isDue(true, 1, -50)).isFalse();
    assertThat(quiet.isDue(true, 2, 49)).isFalse();
    assertThat(quiet.isDue(true, 3, 50)).isTrue();
  }

  @Test
  void shouldBeDueAgainWhenWorkHasEndedForTheTime() {
    quiet.isDue(true, 0, 0);
    assertThat(quiet.isDue(true, 0, 100)).isTrue();
    assertThat(quiet.isDue(true, 1, 500)).isFalse();
    assertThat(quiet.isDue(true, 2, 599)).isFalse();
    assertThat(quiet.isDue(true, 2, 698)).isFalse();
    assertThat(quiet.isDue(true, 2, 699)).isTrue();
    assertThat(quiet.isDue(true, 2, 2_000)).isFalse();
  }

  @Test
  void shouldBeginAnewWhenSomethingStartsAgain() {
    quiet.isDue(true, 0, 0);
    assertThat(quiet.isDue(true, 0, 100)).isTrue();
    assertThat(quiet.isDue(false, 0, 200)).isFalse();
    assertThat(quiet.isDue(true, 0, 300)).isFalse();
    assertThat(quiet.isDue(true, 0, 400)).isTrue();
  }
}

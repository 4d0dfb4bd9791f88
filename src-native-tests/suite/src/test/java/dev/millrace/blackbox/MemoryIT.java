package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory that the kernel may have back; what a pod does goes on all the same. */
class MemoryIT {
  @TempDir Path folder;

  /** Heap and code of an executable are pages of its file: nothing that it wrote there is lost. */
  @Test
  void shouldGiveBackPagesAndGoOnWhenItHasNothingToDo() {
    try (Topics topics = new Topics(Services.shared().kafka())) {
      Sleeper sleeper = new Sleeper(topics, folder, 0);
      sleeper.fill(Artifact.stock());
      try (Pod pod = Pod.ready(sleeper.plan().with("quarkus.millrace.release-pages-after", "1s"))) {
        for (int call = 1; call <= 3; call++) {
          sleeper.call();
          int panes = call;
          pod.until("pane " + call, () -> topics.read(sleeper.panes()).size() == panes);
          if (Artifact.stock().isNative()) {
            pod.until("pages are given back", () -> partOfItsPeak(pod) < 0.75);
          }
        }
        pod.awaitMetric("millrace_panes_total", "", 3);
        assertThat(topics.read(sleeper.panes())).hasSize(3);
      }
    }
  }

  private static double partOfItsPeak(Pod pod) {
    try {
      return pod.memoryMib("VmRSS") / pod.memoryMib("VmHWM");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

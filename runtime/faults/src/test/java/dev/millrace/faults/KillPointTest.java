package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of points is that of the code: none is left out, none is only written down. */
class KillPointTest {
  private static final int EACH_SEED = 25;
  private static final int SEEDS = 4;
  private static final Path SOURCES =
      Path.of(System.getProperty("millrace.home", "../.."), "runtime/extension/src/main/java");
  private static final Pattern HIT = Pattern.compile("Failpoints\\.hit\\(\"([^\"]+)\"\\)");

  @Test
  void shouldNameEveryPointOfTheCode() throws IOException {
    Set<String> inCode = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        Matcher hits = HIT.matcher(Files.readString(file));
        while (hits.find()) {
          inCode.add(hits.group(1));
        }
      }
    }
    Set<String> listed =
        KillPoint.ALL.stream().map(KillPoint::name).collect(Collectors.toCollection(TreeSet::new));
    assertThat(listed).isEqualTo(inCode);
  }

  @Test
  void shouldGiveEachSeedEnoughAndLeaveNoneOutWhenPointsAreShared() {
    Set<KillPoint> all = new HashSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      List<KillPoint> share = Seeds.coreAndShare(KillPoint.ALL, seed);
      assertThat(share.stream().filter(KillPoint::isCore)).hasSizeGreaterThanOrEqualTo(EACH_SEED);
      all.addAll(share);
    }
    assertThat(all).hasSameElementsAs(KillPoint.ALL);
  }
}

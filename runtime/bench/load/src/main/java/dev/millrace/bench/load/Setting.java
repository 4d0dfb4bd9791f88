package dev.millrace.bench.load;

import dev.millrace.bench.events.Shape;
import dev.millrace.bench.load.Contestants.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * What is measured and where: everything that all measurements have in common.
 *
 * @param folder of the logs
 * @param byUser the topic is keyed by something else than the user
 * @param kinds who takes part
 * @param rounds how often each runs, from 1
 */
record Setting(
    TestTopics topics,
    Contestants contestants,
    Path folder,
    Workload workload,
    Shape shape,
    boolean byUser,
    List<Kind> kinds,
    int rounds) {
  Setting {
    kinds =
        kinds.stream()
            .filter(k -> k.can(shape, byUser))
            .filter(k -> contestants.artifacts().has(k))
            .toList();
  }

  /** Another workload for the same contestants. */
  Setting with(
      Workload other, Shape otherShape, boolean otherByUser, List<Kind> those, int otherRounds) {
    return new Setting(
        topics, contestants, folder, other, otherShape, otherByUser, those, otherRounds);
  }

  Feed feed(String topic) {
    return new Feed(topic, byUser, workload, shape);
  }

  /** A feed of which there is no other in this run. */
  Feed feed(Kind kind, String run) {
    return feed("events-" + kind.label() + "-" + run);
  }

  /**
   * Tells this round of this workload from all others; functions have names of up to 63 letters.
   */
  String suffix(int round) {
    return "%s%s-%dk-%dp-%d"
        .formatted(
            shape.name().toLowerCase(Locale.ROOT),
            byUser ? "-by-user" : "",
            workload.keys(),
            workload.partitions(),
            round);
  }

  /** A contestant with an empty topic for its panes. */
  Contestant contestant(Kind kind, Feed feed, String run)
      throws IOException, ExecutionException, InterruptedException {
    Contestant contestant = contestants.of(kind, feed, run);
    if (contestant.hasPanes()) {
      topics.create(contestant.output(), workload.partitions());
    }
    return contestant;
  }

  /** The input of a measurement, empty. */
  void create(Feed feed) throws ExecutionException, InterruptedException {
    topics.create(feed.topic(), workload.partitions());
  }

  /** Where its process writes. */
  Path log(Contestant contestant) {
    return folder.resolve(contestant.group() + ".log");
  }

  static String verdict(@Nullable String difference) {
    return difference == null ? "right" : "wrong: " + difference;
  }
}

package dev.millrace.json.declarative;

import dev.millrace.json.declarative.Doc.Scalar;
import dev.millrace.json.declarative.Doc.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code topics} of a document. */
final class TopicsReader {
  static final List<String> PROPERTIES = List.of("input", "output", "late", "deadLetter");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

  private final Section topics;

  private TopicsReader(Section topics) {
    this.topics = topics;
  }

  static Topics read(Section document) {
    Section topics = document.section("topics", PROPERTIES);
    return topics == null ? Topics.NONE : new TopicsReader(topics).read();
  }

  private Topics read() {
    Topics read = new Topics(inputs(), topic("output"), topic("late"), topic("deadLetter"));
    List<String> written =
        Stream.of(read.output(), read.late(), read.deadLetter()).filter(Objects::nonNull).toList();
    for (String input : read.inputs()) {
      if (written.contains(input)) {
        topics.problem(
            "input",
            "Expected the function to read other topics than it writes, but one is both: topic="
                + input
                + ".");
      }
    }
    return read;
  }

  /** One topic, or a list of them. */
  private List<String> inputs() {
    if (!(topics.get("input") instanceof Sequence list)) {
      String one = topic("input");
      return one == null ? List.of() : List.of(one);
    }
    if (list.items().isEmpty()) {
      topics.problem("input", "Expected at least one topic, but the list is empty.");
    }
    List<String> names = new ArrayList<>();
    for (Doc item : list.items()) {
      if (!(item instanceof Scalar scalar) || scalar.text().isEmpty()) {
        topics.problem("input", "Expected a topic's name, but it is " + item.kind() + ".");
      } else if (names.contains(scalar.text())) {
        topics.problem(
            "input",
            "Expected each topic once, but one is there twice: topic=" + scalar.text() + ".");
      } else {
        names.add(checked("input", scalar.text()));
      }
    }
    return names;
  }

  private @Nullable String topic(String name) {
    String topic = topics.text(name);
    return topic == null ? null : checked(name, topic);
  }

  private String checked(String property, String topic) {
    if (!NAME.matcher(topic).matches()) {
      topics.problem(
          property,
          "Expected a topic of letters, digits, '.', '_' and '-', but it is none: topic="
              + topic
              + ".");
    }
    return topic;
  }
}

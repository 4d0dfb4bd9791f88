package dev.millrace.runtime.config;

import dev.millrace.runtime.config.FunctionSettings.Topics;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Refuses input topics that cannot be read as they are given, before anything is started. */
public final class InputTopics {

  private InputTopics() {}

  /**
   * Checks the topics of a function.
   *
   * @return them
   * @throws ConfigurationException if there is none, one is given twice, or is one it writes to
   */
  public static Topics check(String function, Topics topics) {
    if (topics.inputs().isEmpty()) {
      throw refused("Expected a function to read a topic, but none is given", function, "", "Name");
    }
    Set<String> seen = new HashSet<>();
    List<String> own = List.of(topics.panes(), topics.late(), topics.deadLetters(), topics.rekey());
    for (String topic : topics.inputs()) {
      if (topic.isEmpty()) {
        throw refused(
            "Expected topics parted by commas, but one is without a name",
            function,
            String.join(",", topics.inputs()),
            "Correct");
      }
      if (!seen.add(topic)) {
        throw refused(
            "Expected each input topic once, but one is given twice", function, topic, "Remove");
      }
      if (own.contains(topic)) {
        throw refused(
            "Expected a function to read other topics than it writes, but it writes to one of them"
                + " (panes, late, dead letters, or re-key)",
            function,
            topic,
            "Change");
      }
    }
    return topics;
  }

  private static ConfigurationException refused(
      String expectation, String function, String topic, String remedy) {
    return new ConfigurationException(
        expectation
            + ": function="
            + function
            + ", topic="
            + topic
            + ". "
            + remedy
            + " it in mp.messaging.incoming."
            + function
            + ".topics, or in the document under topics.");
  }
}

package dev.millrace.cli.demo;

import dev.millrace.cli.kafka.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The topics of the demo.
 *
 * @param input topic that all functions read
 * @param outputs panes, late records and dead letters of all functions
 */
record DemoTopics(String input, List<String> outputs) {
  static final int PARTITIONS = 4;

  static DemoTopics of(String input, List<String> functions) {
    List<String> outputs = new ArrayList<>();
    for (String function : functions) {
      outputs.add(panes(function));
      outputs.add(late(function));
      outputs.add(deadLetters(function));
    }
    return new DemoTopics(input, List.copyOf(outputs));
  }

  static String panes(String function) {
    return function + "-panes";
  }

  static String late(String function) {
    return function + "-late";
  }

  static String deadLetters(String function) {
    return function + "-dead-letters";
  }

  /** All of them, to be made. */
  List<Topics.Wanted> wanted() {
    return Stream.concat(Stream.of(input), outputs.stream())
        .map(name -> new Topics.Wanted(name, PARTITIONS))
        .toList();
  }
}

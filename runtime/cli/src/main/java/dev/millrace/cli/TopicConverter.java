package dev.millrace.cli;

import dev.millrace.cli.kafka.Topics;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a topic to make: {@code NAME} or {@code NAME:PARTITIONS}. */
final class TopicConverter implements ITypeConverter<Topics.Wanted> {
  private static final int DEFAULT_PARTITIONS = 4;

  static Topics.Wanted ofDefaultSize(String name) {
    return new Topics.Wanted(name, DEFAULT_PARTITIONS);
  }

  @Override
  public Topics.Wanted convert(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    int partitions = colon < 0 ? DEFAULT_PARTITIONS : number(text.substring(colon + 1));
    if (name.isEmpty() || partitions < 1) {
      throw new TypeConversionException(
          "Expected NAME or NAME:PARTITIONS, but got another text: " + text);
    }
    return new Topics.Wanted(name, partitions);
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}

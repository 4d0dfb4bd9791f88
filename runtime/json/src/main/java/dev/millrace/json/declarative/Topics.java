package dev.millrace.json.declarative;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a document's function reads and writes; empty or null where the document leaves it to the
 * configuration.
 *
 * @param inputs several are a union (rule R5)
 * @param late for records that are too late
 * @param deadLetter for records that are rejected
 */
public record Topics(
    List<String> inputs,
    @Nullable String output,
    @Nullable String late,
    @Nullable String deadLetter) {

  /** The document says nothing of topics. */
  public static final Topics NONE = new Topics(List.of(), null, null, null);

  public Topics {
    inputs = List.copyOf(inputs);
  }
}

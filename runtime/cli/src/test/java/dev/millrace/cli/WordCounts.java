package dev.millrace.cli;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.millrace.functions.EventTime;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import org.jspecify.annotations.Nullable;

/** Counts words per record key and ten milliseconds. */
@StreamFunction("word-counts")
@Tumbling(size = "10ms")
public final class WordCounts
    implements WindowFunction<WordCounts.Text, WordCounts.Count, WordCounts.Count> {

  /** An event. */
  public record Text(@EventTime long at, int words) {
    @JsonCreator
    public Text {}
  }

  /** Accumulator and result. */
  public record Count(long words) {}

  @Override
  public Count create() {
    return new Count(0);
  }

  @Override
  public Count add(Count count, Text text) {
    return new Count(count.words() + text.words());
  }

  @Override
  public @Nullable Count finish(Count count, WindowContext context) {
    return count;
  }
}

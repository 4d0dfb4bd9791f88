package dev.millrace.cli.reconcile;

import dev.millrace.cli.CliException;
import dev.millrace.cli.Output;
import dev.millrace.cli.kafka.TopicExtent;
import dev.millrace.cli.kafka.TopicReader;
import dev.millrace.cli.term.Progress;
import dev.millrace.engine.FunctionDefinition;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Feeds a reconciler from a function's topics, with progress. */
public final class LogReconciliation {
  private final TopicReader reader;
  private final Output output;

  public LogReconciliation(TopicReader reader, Output output) {
    this.reader = reader;
    this.output = output;
  }

  /** Reads all topics of a function into a reconciler, which is then ready to compare. */
  public <E, A, R> Reconciler<E, A, R> read(
      FunctionDefinition<E, A, R> definition, FunctionTopics topics) {
    Reconciler<E, A, R> reconciler = new Reconciler<>(definition);
    String name = definition.spec().name();
    if (topics.inputs().isEmpty()) {
      throw new CliException(
          "Expected to know the topic that the function reads, but it was not said: function="
              + name
              + ". Say it with --input.");
    }
    readIfThere(topics.late(), name + "-late", reconciler::late);
    readIfThere(topics.deadLetters(), name + "-dead-letters", reconciler::deadLetter);
    topics.inputs().forEach(input -> read(input, reconciler::input));
    read(topics.panes() == null ? name + "-panes" : topics.panes(), reconciler::output);
    return reconciler;
  }

  private void readIfThere(
      @Nullable String topic, String otherwise, Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    if (topic != null) {
      read(topic, visitor);
    } else if (reader.exists(otherwise)) {
      read(otherwise, visitor);
    }
  }

  private void read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    TopicExtent extent = reader.extent(topic);
    try (Progress progress = output.progress("reading " + topic, extent.size())) {
      reader.read(
          extent,
          next -> {
            visitor.accept(next);
            progress.add(1);
          });
    }
  }
}

package dev.millrace.runtime.lane;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jboss.logging.Logger;

/**
 * Tells the JVM's second compiler where the way of a record is to be cut. Left to itself it takes
 * all of what is done per record, from the decoder to RocksDB and Kafka's buffers, into each of
 * half a dozen callers, and compiles that again for each of them, and again when one of them meets
 * its first firing or checkpoint: a third of the processor time of the first minute. A call that
 * stays a call costs some nanoseconds of a record's microseconds.
 *
 * <p>By compiler directives (JEP 165), which need no option of the command line. A JVM that has
 * none, or refuses them, is only slower. Not for native executables, where nothing is compiled.
 */
@ApplicationScoped
public class CompilerBoundaries {
  private static final Logger LOG = Logger.getLogger(CompilerBoundaries.class);
  private static final String DIAGNOSTICS = "com.sun.management:type=DiagnosticCommand";

  /** Methods that are called, not taken in; as {@code class.method}. */
  static final List<String> METHODS =
      List.of(
          "dev/millrace/engine/PartitionTask.accept",
          "dev/millrace/engine/consume/EventReader.read",
          "dev/millrace/engine/operator/AlignedOperator.add",
          "dev/millrace/engine/operator/AlignedOperator.fire",
          "dev/millrace/engine/operator/SlicedOperator.add",
          "dev/millrace/engine/operator/SlicedOperator.fire",
          "dev/millrace/engine/operator/SessionOperator.add",
          "dev/millrace/engine/operator/SessionOperator.fire",
          "dev/millrace/engine/emit/PaneEmitter.put",
          "dev/millrace/state/rocksdb/HashSegment.forUpdate",
          "dev/millrace/state/rocksdb/HashSegment.put",
          "dev/millrace/state/rocksdb/HashSegment.remove",
          "dev/millrace/state/rocksdb/RocksTimerTable.add",
          "dev/millrace/state/rocksdb/RocksTimerTable.remove",
          "dev/millrace/state/rocksdb/Segment.write",
          "dev/millrace/runtime/emit/TopicOutput.pane",
          "org/apache/kafka/clients/producer/KafkaProducer.send",
          "org/apache/kafka/clients/producer/internals/RecordAccumulator.append");

  /** Draws them, for all that is compiled from now on. Takes a fifth of a second, once. */
  public void draw() {
    try {
      Path file = Files.createTempFile("millrace-compiler", ".json");
      try {
        Files.writeString(file, directives());
        LOG.debugf("Compiler directives: %s", add(file));
      } finally {
        Files.delete(file);
      }
    } catch (IOException | JMException | RuntimeException e) {
      LOG.debug("Expected the JVM to take compiler directives, but it did not", e);
    }
  }

  /** Adds the directives of a file; returns what the JVM says. */
  static String add(Path file) throws JMException {
    Object answer =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName(DIAGNOSTICS),
                "compilerDirectivesAdd",
                new Object[] {new String[] {file.toString()}},
                new String[] {String[].class.getName()});
    return String.valueOf(answer).strip();
  }

  /** In the JSON of the JVM. */
  static String directives() {
    String inline =
        METHODS.stream()
            .map(method -> "\"-" + method + "\"")
            .collect(Collectors.joining(",\n        "));
    return """
    [
      {
        match: ["dev/millrace/*.*", "org/apache/kafka/clients/*.*"],
        c2: {
          inline: [
            %s
          ]
        }
      }
    ]
    """
        .formatted(inline);
  }
}

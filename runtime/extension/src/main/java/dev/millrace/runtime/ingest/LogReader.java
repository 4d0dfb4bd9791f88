package dev.millrace.runtime.ingest;

import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;

/** Reads the logs of a function's partitions into their inboxes. */
public interface LogReader extends AutoCloseable {

  /** The group under whose name offsets are committed. */
  ConsumerGroupMetadata group();

  /** Why nothing can be read at present; empty if all is well. */
  String trouble();

  /** Reads a partition from an offset into an inbox, in place of one it had before. */
  void read(Inbox inbox, long offset);

  /** Stops reading into an inbox. */
  void stop(Inbox inbox);

  @Override
  void close();
}

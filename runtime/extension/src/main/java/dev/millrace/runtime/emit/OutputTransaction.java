package dev.millrace.runtime.emit;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The outputs of one partition since its last commit, and the commit of all of them together with
 * the position (X2). Used by one thread.
 */
public interface OutputTransaction extends AutoCloseable {

  /** Adds a record; the first one begins the transaction. Does not wait for the broker. */
  default void send(ProducerRecord<byte[], byte[]> record) {
    send(record, RecordSize.upperBound(record));
  }

  /**
   * As the other {@code send}, where the record's size is known.
   *
   * @param recordBytes as {@link RecordSize} estimates
   */
  void send(ProducerRecord<byte[], byte[]> record, long recordBytes);

  /**
   * Commits what was sent and the position.
   *
   * @param partition partition that was read
   * @param nextOffset first offset not processed
   * @param note text kept beside the offset
   */
  void commit(TopicPartition partition, long nextOffset, String note);

  /**
   * Begins to commit what was sent so far and the position, as {@code commit} does; what is sent
   * from now on belongs to the next commit. Done on return where outputs and position are one
   * transaction, for nothing can be added to it meanwhile.
   *
   * @param wake run, by any thread, whenever {@link #settle} has something to do
   * @throws IllegalStateException if one is under way
   */
  default void beginCommit(TopicPartition partition, long nextOffset, String note, Runnable wake) {
    commit(partition, nextOffset, note);
  }

  /**
   * Takes the commit that is under way further, without waiting.
   *
   * @return whether none is under way any more
   * @throws org.apache.kafka.common.KafkaException if it failed, or an output of a later one did
   */
  default boolean settle() {
    return true;
  }

  /** Commits what was sent, and no position. */
  void commit();

  /**
   * Whether it has been open for so long that it is to be committed before more is added: a quarter
   * of the time that Kafka gives it.
   */
  boolean isOld();

  /** Drops what was sent since the last commit, as far as the guarantee allows. */
  void abort();

  /** Largest record that can be sent to a topic, as {@link RecordSize} estimates. */
  int maxRecordBytes(String topic);

  @Override
  void close();
}

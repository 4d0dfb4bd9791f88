package dev.millrace.runtime.partition;

import dev.millrace.runtime.position.OffsetNote;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Holds what the transactions of a partition make visible against the rules. */
interface SimJudge {

  /**
   * A transaction was committed.
   *
   * @param next first offset of the log that it does not cover
   * @param written its records, in order
   * @param log all records of the partition's log
   */
  void committed(
      long next,
      OffsetNote note,
      List<ProducerRecord<byte[], byte[]>> written,
      List<ConsumerRecord<byte[], byte[]>> log);

  /** Who wrote it says that it reads no more (R5). */
  void left();

  /** Whether something is due that only further commits can bring. */
  boolean awaitsMore();
}

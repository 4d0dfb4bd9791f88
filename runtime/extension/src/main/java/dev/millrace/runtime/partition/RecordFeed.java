package dev.millrace.runtime.partition;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.PartitionTask;
import dev.millrace.runtime.rekey.InBand;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Gives the records of a log to the engine: of the input topic itself, or of a re-key topic. */
interface RecordFeed {

  /** Processes a record that is new. */
  void process(PartitionTask<?, ?, ?> task, ConsumerRecord<byte[], byte[]> r, long nowMs);

  /** Processes a record whose outputs were committed before (X3). */
  void replay(PartitionTask<?, ?, ?> task, ConsumerRecord<byte[], byte[]> r);

  /** The feed of a function that reads its own topic. */
  static RecordFeed ofInput() {
    InputRecord holder = new InputRecord();
    return new RecordFeed() {
      @Override
      public void process(
          PartitionTask<?, ?, ?> task, ConsumerRecord<byte[], byte[]> r, long nowMs) {
        task.process(fill(r), nowMs);
      }

      @Override
      public void replay(PartitionTask<?, ?, ?> task, ConsumerRecord<byte[], byte[]> r) {
        task.replay(fill(r));
      }

      private InputRecord fill(ConsumerRecord<byte[], byte[]> r) {
        return holder.set(r.partition(), r.offset(), r.timestamp(), r.key(), r.value());
      }
    };
  }

  /** The feed of stage two: records and markers with what stands in-band (R1). */
  static RecordFeed ofRekeyTopic() {
    InputRecord holder = new InputRecord();
    return new RecordFeed() {
      @Override
      public void process(
          PartitionTask<?, ?, ?> task, ConsumerRecord<byte[], byte[]> r, long nowMs) {
        if (InBand.isMarker(r)) {
          task.marker(r.offset(), InBand.readMarkers(r));
        } else {
          task.process(InBand.readRecord(r, holder), nowMs);
        }
      }

      @Override
      public void replay(PartitionTask<?, ?, ?> task, ConsumerRecord<byte[], byte[]> r) {
        if (InBand.isMarker(r)) {
          task.marker(r.offset(), InBand.readMarkers(r));
        } else {
          task.replay(InBand.readRecord(r, holder));
        }
      }
    };
  }
}

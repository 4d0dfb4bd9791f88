package dev.millrace.runtime.emit;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Upper bound of a record's size in a request, uncompressed. */
final class RecordSize {
  /** Batch header (61), record header with varints (21), rounded up. */
  private static final int OVERHEAD = 100;

  private static final int PER_HEADER = 10;

  private RecordSize() {}

  static long upperBound(ProducerRecord<byte[], byte[]> record) {
    long bytes = OVERHEAD + length(record.key()) + length(record.value());
    for (Header h : record.headers()) {
      bytes += PER_HEADER + Utils.utf8Length(h.key()) + length(h.value());
    }
    return bytes;
  }

  private static long length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}

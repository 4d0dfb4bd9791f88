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
    return upperBound(record.key(), record.value(), upperBound(record.headers()));
  }

  /**
   * Of a record whose headers are known.
   *
   * @param headerBytes of all its headers
   */
  static long upperBound(byte @Nullable [] key, byte @Nullable [] value, long headerBytes) {
    return OVERHEAD + length(key) + length(value) + headerBytes;
  }

  /** Of headers alone. */
  static long upperBound(Iterable<Header> headers) {
    long bytes = 0;
    for (Header h : headers) {
      bytes += PER_HEADER + Utils.utf8Length(h.key()) + length(h.value());
    }
    return bytes;
  }

  private static long length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}

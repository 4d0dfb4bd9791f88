package dev.millrace.runtime.ingest;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What one poll brought of one partition.
 *
 * @param records in offset order; empty where the log holds only control records (case K07)
 * @param nextOffset the reader's position after it: control records and gaps count
 * @param polledAtWallMs the wall clock at the poll, by which event times far ahead are judged (W7)
 */
public record Batch(
    List<ConsumerRecord<byte[], byte[]>> records, long nextOffset, long polledAtWallMs) {}

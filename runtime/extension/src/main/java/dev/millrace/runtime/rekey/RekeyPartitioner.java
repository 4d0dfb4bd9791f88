package dev.millrace.runtime.rekey;

import org.apache.kafka.common.utils.Utils;

/** Which partition of a re-key topic has a key: Kafka's own hash, so that any client agrees. */
public final class RekeyPartitioner {
  private RekeyPartitioner() {}

  /** The partition of a key, from 0. */
  public static int partition(byte[] key, int partitions) {
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }
}

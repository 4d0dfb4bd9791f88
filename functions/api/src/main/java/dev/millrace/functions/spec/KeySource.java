package dev.millrace.functions.spec;

/** Where the key comes from and so where the state lives. */
public enum KeySource {
  /** The record's own key, in the topic's own partitions. */
  RECORD_KEY,
  /** A key from the event, brought together through an internal topic. */
  REKEY,
  /** A key from the event by which the author says the topic is already partitioned. */
  ALREADY_KEYED
}

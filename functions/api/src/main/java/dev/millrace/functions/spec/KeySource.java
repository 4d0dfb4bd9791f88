package dev.millrace.functions.spec;

/** Where the key comes from and so where the state lives. */
public enum KeySource {
  /** The record's own key, in the topic's own partitions. */
  RECORD_KEY,
  /**
   * Brought together through an internal topic by a key from the event; or by the record's own,
   * where a function without a key of its own reads several topics.
   */
  REKEY,
  /** A key from the event by which the author says the topic is already partitioned. */
  ALREADY_KEYED
}

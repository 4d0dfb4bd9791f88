package dev.millrace.engine;

/** Something the log cannot tell, made durable with the outputs that followed from it (X2). */
public sealed interface Decision {

  /** It applies before the record at this offset is read (or, for a rejection, to that record). */
  long offset();

  /** Event time moved on although no record said so (rule W8). */
  record Advance(long offset, long watermarkMs) implements Decision {}

  /** The record at the offset was rejected for a reason that a replay could not see again. */
  record Reject(long offset, RejectReason reason) implements Decision {}
}

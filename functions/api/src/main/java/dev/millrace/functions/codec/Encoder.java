package dev.millrace.functions.codec;

/** Turns a result into the value of a record. Deterministic; called from one thread at a time. */
@FunctionalInterface
public interface Encoder<R> {

  /** Encodes a result; the returned array belongs to the caller. */
  byte[] encode(R result);
}

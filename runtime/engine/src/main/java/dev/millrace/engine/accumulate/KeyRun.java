package dev.millrace.engine.accumulate;

/** A walk over keys, ascending, each with what some slices hold of it. Close it. */
interface KeyRun<A> extends AutoCloseable {

  /** Moves to the next key; false at the end. */
  boolean next();

  /** The key; not to be modified. */
  byte[] key();

  /**
   * What is held of the key, for reading only: it may be part of the state, or of a block. User
   * exceptions pass through.
   */
  A accumulator();

  @Override
  void close();
}

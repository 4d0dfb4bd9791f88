package dev.millrace.engine.accumulate;

import org.jspecify.annotations.Nullable;

/** One slice, or neighbouring slices that are kept merged. */
interface SlicePart<A> {

  /** End of its last slice. */
  long endMs();

  /** Start of its last slice. */
  long startMs();

  /** Walks its keys, from the first after {@code afterKey}; null: from the first. */
  KeyRun<A> walk(byte @Nullable [] afterKey);

  /** What it holds of a key, for reading only, or null. User exceptions pass through. */
  @Nullable A get(byte[] key);
}

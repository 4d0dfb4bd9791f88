package dev.millrace.state;

/**
 * What is in memory only because making it anew from the state takes time. It counts as memory of
 * the store it is known to, and is the first that goes when there is too little (rule T1). Used by
 * the store's thread.
 */
public interface Rebuildable {

  /** Estimated bytes that it holds. */
  long memoryBytes();

  /** Lets go of all of it. Called between records, never while state is walked. */
  void giveUp();
}

package dev.millrace.bench.state;

import java.util.function.Supplier;

/** How long a partition's thread is kept from its records, one piece of work after the other. */
final class Pauses {
  private String longest = "";
  private long longestNs;
  private long allNs;

  <T> T of(String what, Supplier<T> work) {
    long startNs = System.nanoTime();
    T result = work.get();
    long tookNs = System.nanoTime() - startNs;
    if (tookNs > longestNs) {
      longestNs = tookNs;
      longest = what;
    }
    allNs += tookNs;
    return result;
  }

  /** What the longest was for. */
  String longest() {
    return longest;
  }

  long longestNs() {
    return longestNs;
  }

  long allNs() {
    return allNs;
  }
}

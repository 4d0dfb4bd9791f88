package dev.millrace.runtime.ledger;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names of a function's keys in Redis. The braces keep a function in one slot of a cluster (L1).
 *
 * <pre>
 * millrace:{ns/fn}:meta             hash    the function
 * millrace:{ns/fn}:members          hash    live instances: name → until when, by Redis' clock
 * millrace:{ns/fn}:p:&lt;n&gt;            hash    a partition with windows
 * millrace:{ns/fn}:p:&lt;n&gt;:decisions  list    its decisions since the last checkpoint
 * millrace:{ns/fn}:s:&lt;n&gt;            hash    a source of a re-keyed function, by its number
 * </pre>
 *
 * @param namespace and {@code function}: letters, digits, dots, dashes, underscores
 */
public record LedgerKeys(String namespace, String function) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");
  private static final String DECISIONS = ":decisions";

  public LedgerKeys {
    requireName(namespace);
    requireName(function);
  }

  /** The function's own hash. */
  public String meta() {
    return prefix() + "meta";
  }

  /** The hash of live instances. */
  public String members() {
    return prefix() + "members";
  }

  /** The hash of a partition. */
  public String partition(PartitionRef ref) {
    return prefix() + ref;
  }

  /** The list of a partition's decisions. */
  public String decisions(PartitionRef ref) {
    return partition(ref) + DECISIONS;
  }

  /** A pattern of SCAN for all keys of the function; names have none of its special characters. */
  String all() {
    return prefix() + "*";
  }

  /** The partition whose hash or list a key is; empty for other keys of the function. */
  Optional<PartitionRef> partitionOf(String key) {
    String rest = key.substring(prefix().length());
    String ref =
        rest.endsWith(DECISIONS) ? rest.substring(0, rest.length() - DECISIONS.length()) : rest;
    try {
      return Optional.of(PartitionRef.parse(ref));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private String prefix() {
    return "millrace:{" + namespace + "/" + function + "}:";
  }

  static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "Expected a name of letters, digits, dots, dashes and underscores (at most 253, first a"
              + " letter or digit), but got another: name="
              + name
              + ".");
    }
    return name;
  }
}

package dev.millrace.runtime.ledger;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who should have which partition. In the ledger it is text, partition by partition in order:
 * {@code s:0=pod-a p:0=pod-a p:1=pod-b}.
 *
 * @param generation grows with every assignment that is published, from 1; 0 for none
 */
public record Assignment(long generation, Map<PartitionRef, String> owners) {

  /** Nothing is published: the instances share the partitions among themselves. */
  public static final Assignment NONE = new Assignment(0, Map.of());

  public Assignment {
    owners = Collections.unmodifiableMap(new TreeMap<>(owners));
    owners.values().forEach(LedgerKeys::requireName);
  }

  /** The instance that should have the partition, or null if the assignment does not say. */
  public @Nullable String ownerOf(PartitionRef ref) {
    return owners.get(ref);
  }

  /** The owners as text; empty if there are none. */
  public String text() {
    StringBuilder text = new StringBuilder();
    owners.forEach(
        (ref, owner) ->
            text.append(text.length() == 0 ? "" : " ").append(ref).append('=').append(owner));
    return text.toString();
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is no such text
   */
  public static Assignment parse(long generation, String text) {
    Map<PartitionRef, String> owners = new TreeMap<>();
    for (String pair : text.isEmpty() ? new String[0] : text.split(" ")) {
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(
            "Expected <partition>=<owner> in an assignment, but got other text: text="
                + pair
                + ".");
      }
      owners.put(PartitionRef.parse(pair.substring(0, equals)), pair.substring(equals + 1));
    }
    Assignment assignment = new Assignment(generation, owners);
    if (!assignment.text().equals(text)) {
      throw new IllegalArgumentException(
          "Expected each partition once and in order in an assignment, but got other text: text="
              + text
              + ".");
    }
    return assignment;
  }
}

package dev.millrace.runtime.ledger;

import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads a function's ledger as it stands, damaged or not, and replaces entries of it while nobody
 * runs the function. For tools; pods use {@link Ledger}. Calls block.
 */
public final class LedgerRepair {
  private static final String OK = "OK";
  private static final String REFUSED = "REFUSED";

  private final RedisCommands commands;
  private final LedgerKeys keys;

  /**
   * The ledger of one function.
   *
   * @param redis the client; stays the caller's to close
   * @param timeout for one call
   */
  public LedgerRepair(Redis redis, Duration timeout, LedgerKeys keys) {
    this.commands = new RedisCommands(redis, timeout);
    this.keys = keys;
  }

  /**
   * Reads all keys of the function at one moment.
   *
   * @param expected partitions to look at beside those that are found
   */
  public RawLedger read(Collection<PartitionRef> expected) {
    Set<PartitionRef> refs = new TreeSet<>(expected);
    for (String key : commands.scan(keys.all())) {
      keys.partitionOf(key).ifPresent(refs::add);
    }
    List<String> names = new ArrayList<>(List.of(keys.meta(), keys.members()));
    for (PartitionRef ref : refs) {
      names.add(keys.partition(ref));
      names.add(keys.decisions(ref));
    }
    Response answer = commands.run(Script.READ, names, List.of());
    Map<PartitionRef, RawLedger.RawEntry> partitions = new TreeMap<>();
    int at = 4;
    for (PartitionRef ref : refs) {
      partitions.put(
          ref,
          new RawLedger.RawEntry(
              RedisLedger.map(answer.get(at)), RedisLedger.texts(answer.get(at + 1))));
      at += 2;
    }
    return new RawLedger(
        Long.parseLong(answer.get(1).toString()),
        RedisLedger.map(answer.get(2)),
        RedisLedger.sorted(answer.get(3)),
        partitions);
  }

  /**
   * Replaces the function's own entry, at revision 1 if it has none.
   *
   * @throws LedgerException if an instance of the function lives
   */
  public void replace(FunctionEntry entry) {
    List<String> args = new ArrayList<>();
    Map<String, String> fields = EntryFormat.fields(entry);
    fields.put("revision", Long.toString(Math.max(1, entry.revision())));
    if (entry.assignment().generation() > 0) {
      fields.put("generation", Long.toString(entry.assignment().generation()));
      fields.put("assignment", entry.assignment().text());
    }
    add(args, fields);
    check(
        keys.meta(), commands.run(Script.REPLACE_META, List.of(keys.meta(), keys.members()), args));
  }

  /**
   * Replaces a partition's entry; nobody owns it then. It only moves forward (L3): an epoch or a
   * position above the new one's, written since the ledger was read, stays.
   *
   * @throws LedgerException if the partition is owned, an instance of the function lives, or the
   *     entry has moved on
   */
  public void replace(PartitionEntry entry) {
    List<String> args = new ArrayList<>();
    args.add(Integer.toString(entry.decisions().size()));
    args.addAll(entry.decisions());
    add(args, EntryFormat.fields(entry));
    PartitionRef ref = entry.ref();
    check(
        keys.partition(ref),
        commands.run(
            Script.REPLACE,
            List.of(keys.partition(ref), keys.decisions(ref), keys.members()),
            args));
  }

  /**
   * Forgets a partition's position and checkpoint, but not its epoch (L3).
   *
   * @param epochFloor newest epoch known from elsewhere; 0 for none
   * @throws LedgerException if the partition is owned or an instance of the function lives
   */
  public void forget(PartitionRef ref, long epochFloor) {
    check(
        keys.partition(ref),
        commands.run(
            Script.FORGET,
            List.of(keys.partition(ref), keys.decisions(ref), keys.members()),
            List.of(Long.toString(epochFloor))));
  }

  /**
   * Forgets the function's own entry.
   *
   * @throws LedgerException if an instance of the function lives
   */
  public void forget() {
    check(
        keys.meta(),
        commands.run(Script.FORGET_META, List.of(keys.meta(), keys.members()), List.of()));
  }

  private static void add(List<String> args, Map<String, String> fields) {
    fields.forEach(
        (name, value) -> {
          args.add(name);
          args.add(value);
        });
  }

  private static void check(String key, Response answer) {
    String status = answer.get(0).toString();
    if (status.equals(OK)) {
      return;
    }
    String seen = answer.get(1).toString();
    throw new LedgerException(
        status.equals(REFUSED)
            ? "Expected nobody to run the function while its ledger is replaced, but an instance"
                + " lives: key="
                + key
                + ", instance="
                + seen
                + ". Stop it, or wait until its lease has run out."
            : "Expected the entry to be as it was read, but it has moved on: key="
                + key
                + ", now="
                + seen
                + ". Nothing was changed there; look again.",
        null);
  }
}

package dev.millrace.runtime.ledger;

import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The ledger in Redis: one script per call, one round trip. Works with a single server, Sentinel
 * and a cluster, whatever the client is set up for. Thread-safe.
 */
public final class RedisLedger implements Ledger {
  private static final String FENCED = "FENCED";
  private static final String WENT_BACK = "WENT_BACK";
  private static final String REFUSED = "REFUSED";

  private final RedisCommands commands;
  private final LedgerKeys keys;
  private final LedgerListener listener;

  /**
   * Creates the ledger of one function.
   *
   * @param redis the client; stays the caller's to close
   * @param timeout for one call
   */
  public RedisLedger(Redis redis, Duration timeout, LedgerKeys keys, LedgerListener listener) {
    this.commands = new RedisCommands(redis, timeout);
    this.keys = keys;
    this.listener = listener;
  }

  @Override
  public Claim claim(PartitionRef partition, String owner, Duration lease, long epochFloor) {
    LedgerKeys.requireName(owner);
    Response answer =
        run(
            Script.CLAIM,
            List.of(keys.partition(partition), keys.decisions(partition)),
            List.of(owner, ms(lease), Long.toString(epochFloor)));
    if (status(answer).equals(REFUSED)) {
      return new Claim.Refused(partition, text(answer, 1), Long.parseLong(text(answer, 2)));
    }
    PartitionEntry entry =
        EntryFormat.partition(partition, map(answer.get(2)), texts(answer.get(3)));
    long nowMs = entry.leaseUntilMs() - lease.toMillis();
    return new Claim.Granted(new Lease(partition, owner, entry.epoch()), entry, nowMs);
  }

  @Override
  public @Nullable String renew(Lease lease, Duration length) {
    Response answer =
        fenced(
            lease,
            run(
                Script.RENEW,
                List.of(keys.partition(lease.partition())),
                List.of(epoch(lease), lease.owner(), ms(length))));
    String waiting = text(answer, 2);
    return waiting.isEmpty() ? null : waiting;
  }

  @Override
  public void progress(Lease lease, Progress progress) {
    List<String> args = new ArrayList<>(8 + progress.decisions().size());
    args.add(epoch(lease));
    args.add(lease.owner());
    args.add(textUnless(Progress.NO_OFFSET, progress.committed()));
    args.add(textUnless(Progress.NO_WATERMARK, progress.watermarkMs()));
    args.add(textUnless(Progress.NO_TIMER, progress.nextTimerMs()));
    args.add(Double.toString(progress.rate()));
    args.add(Double.toString(progress.busy()));
    args.add(progress.state());
    args.addAll(progress.decisions());
    PartitionRef partition = lease.partition();
    fenced(
        lease,
        run(Script.PROGRESS, List.of(keys.partition(partition), keys.decisions(partition)), args));
  }

  @Override
  public void checkpointed(Lease lease, String manifest, long checkpointOffset, long answeredMs) {
    PartitionRef partition = lease.partition();
    fenced(
        lease,
        run(
            Script.CHECKPOINTED,
            List.of(keys.partition(partition), keys.decisions(partition)),
            List.of(
                epoch(lease),
                lease.owner(),
                manifest,
                Long.toString(checkpointOffset),
                textUnless(Stillness.UNKNOWN, answeredMs))));
  }

  @Override
  public void release(Lease lease) {
    fenced(
        lease,
        run(
            Script.RELEASE,
            List.of(keys.partition(lease.partition())),
            List.of(epoch(lease), lease.owner())));
  }

  @Override
  public boolean reserve(
      PartitionRef partition, String nextOwner, long seenEpoch, Duration length) {
    LedgerKeys.requireName(nextOwner);
    Response answer =
        run(
            Script.RESERVE,
            List.of(keys.partition(partition)),
            List.of(nextOwner, Long.toString(seenEpoch), ms(length)));
    return status(answer).equals("OK");
  }

  @Override
  public PartitionEntry read(PartitionRef partition) {
    return entry(partition, readRaw(List.of(partition)), 4);
  }

  @Override
  public List<PartitionEntry> readAll() {
    LedgerView view = view();
    return view == null ? List.of() : view.partitions();
  }

  @Override
  public @Nullable LedgerView view() {
    FunctionEntry meta = meta();
    if (meta == null) {
      return null;
    }
    List<PartitionRef> refs = meta.partitionRefs();
    Response answer = readRaw(refs);
    FunctionEntry function = EntryFormat.function(map(answer.get(2)));
    if (function == null) {
      return null;
    }
    List<PartitionEntry> entries = new ArrayList<>(refs.size());
    for (int i = 0; i < refs.size(); i++) {
      entries.add(entry(refs.get(i), answer, 4 + 2 * i));
    }
    return new LedgerView(
        Long.parseLong(text(answer, 1)),
        function,
        sorted(answer.get(3)),
        report(answer),
        CheckpointAsk.parse(map(answer.get(2)).get("asked")),
        entries);
  }

  @Override
  public @Nullable FunctionEntry meta() {
    return EntryFormat.function(map(readRaw(List.of()).get(2)));
  }

  @Override
  public FunctionEntry initMeta(FunctionEntry entry) {
    return writeMeta(entry, 0);
  }

  @Override
  public FunctionEntry replaceMeta(FunctionEntry entry) {
    return writeMeta(entry, entry.revision());
  }

  @Override
  public boolean publish(Assignment assignment) {
    Response answer =
        run(
            Script.PUBLISH,
            List.of(keys.meta()),
            List.of(Long.toString(assignment.generation()), assignment.text()));
    return status(answer).equals("OK");
  }

  @Override
  public SortedSet<String> heartbeat(String member, Duration length) {
    LedgerKeys.requireName(member);
    Response answer = run(Script.HEARTBEAT, List.of(keys.members()), List.of(member, ms(length)));
    return sorted(answer.get(1));
  }

  @Override
  public void report(Report report, Duration length) {
    LedgerKeys.requireName(report.instance());
    run(
        Script.REPORT,
        List.of(keys.meta()),
        List.of(report.instance(), ms(length), report.field()));
  }

  @Override
  public void reportNothing(String instance) {
    run(Script.REPORT, List.of(keys.meta()), List.of(instance, "0", ""));
  }

  @Override
  public @Nullable Report report() {
    Response answer = readRaw(List.of());
    return report(answer);
  }

  private static @Nullable Report report(Response answer) {
    return Report.parse(map(answer.get(2)).get("report"), Long.parseLong(text(answer, 1)));
  }

  @Override
  public void askForCheckpoints(String id) {
    run(Script.ASK, List.of(keys.meta()), List.of(id));
  }

  @Override
  public void leave(String member) {
    run(Script.LEAVE, List.of(keys.members()), List.of(member));
  }

  /** Does nothing: the client is the caller's. */
  @Override
  public void close() {}

  private FunctionEntry writeMeta(FunctionEntry entry, long revision) {
    List<String> args = new ArrayList<>();
    args.add(Long.toString(revision));
    EntryFormat.fields(entry)
        .forEach(
            (name, value) -> {
              args.add(name);
              args.add(value);
            });
    Response answer = run(Script.META, List.of(keys.meta()), args);
    FunctionEntry stored = EntryFormat.function(map(answer.get(1)));
    if (stored == null) {
      throw new LedgerException(
          "Expected the function's entry in the ledger, but there is none: key="
              + keys.meta()
              + ". If Redis was emptied, start the function again to write it anew.",
          null);
    }
    return stored;
  }

  private Response readRaw(List<PartitionRef> refs) {
    List<String> names = new ArrayList<>(2 + 2 * refs.size());
    names.add(keys.meta());
    names.add(keys.members());
    for (PartitionRef ref : refs) {
      names.add(keys.partition(ref));
      names.add(keys.decisions(ref));
    }
    return run(Script.READ, names, List.of());
  }

  private Response run(Script script, List<String> names, List<String> args) {
    try {
      return commands.run(script, names, args);
    } catch (LedgerException e) {
      listener.failed(e);
      throw e;
    }
  }

  private Response fenced(Lease lease, Response answer) {
    String status = status(answer);
    if (status.equals(FENCED)) {
      FencedException fenced = new FencedException(lease, text(answer, 2), text(answer, 1));
      listener.failed(fenced);
      throw fenced;
    }
    if (status.equals(WENT_BACK)) {
      listener.wentBack(lease, Long.parseLong(text(answer, 1)));
    }
    return answer;
  }

  private static PartitionEntry entry(PartitionRef ref, Response answer, int at) {
    return EntryFormat.partition(ref, map(answer.get(at)), texts(answer.get(at + 1)));
  }

  private static String status(Response answer) {
    return text(answer, 0);
  }

  private static String text(Response answer, int at) {
    return answer.get(at).toString();
  }

  /** HGETALL inside a script is a flat list of names and values. */
  static Map<String, String> map(Response flat) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < flat.size(); i += 2) {
      map.put(text(flat, i), text(flat, i + 1));
    }
    return map;
  }

  static List<String> texts(Response list) {
    List<String> texts = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      texts.add(text(list, i));
    }
    return texts;
  }

  static SortedSet<String> sorted(Response list) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(texts(list)));
  }

  private static String epoch(Lease lease) {
    return Long.toString(lease.epoch());
  }

  private static String ms(Duration length) {
    return Long.toString(length.toMillis());
  }

  private static String textUnless(long absent, long value) {
    return value == absent ? "" : Long.toString(value);
  }
}

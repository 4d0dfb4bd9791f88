package dev.millrace.runtime.partition;

import dev.millrace.runtime.ledger.Assignment;
import dev.millrace.runtime.ledger.Claim;
import dev.millrace.runtime.ledger.FencedException;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.LedgerUnavailableException;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.Ownership;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The ledger in memory, by the rules of its scripts. Can be emptied and set back. Looks at every
 * write: epochs only grow, and no position goes beyond what Kafka committed (X5).
 */
final class SimLedger {
  private final SimWorld world;
  private final ToLongFunction<PartitionRef> committed;
  private State state = new State();
  private State older = new State();
  private boolean away;

  private static final class State {
    @Nullable FunctionEntry function;
    final Map<PartitionRef, PartitionEntry> entries = new TreeMap<>();
    final Map<String, Long> members = new TreeMap<>();

    State copy() {
      State copy = new State();
      copy.function = function;
      copy.entries.putAll(entries);
      copy.members.putAll(members);
      return copy;
    }
  }

  /**
   * An empty ledger.
   *
   * @param committed the position of a partition in Kafka
   */
  SimLedger(SimWorld world, ToLongFunction<PartitionRef> committed) {
    this.world = world;
    this.committed = committed;
  }

  /** Redis comes back empty. */
  void empty() {
    state = new State();
    older = new State();
  }

  /** Redis writes a dump. */
  void dump() {
    older = state.copy();
  }

  /** Redis comes back with its last dump. */
  void setBack() {
    state = older.copy();
  }

  void away(boolean isAway) {
    away = isAway;
  }

  boolean isAway() {
    return away;
  }

  @Nullable FunctionEntry function() {
    return state.function;
  }

  PartitionEntry entry(PartitionRef ref) {
    return state.entries.getOrDefault(ref, PartitionEntry.absent(ref));
  }

  /**
   * As a pod reaches it.
   *
   * @param pod hears of each call, and of each answer
   */
  Ledger client(Consumer<String> pod) {
    return new Client(pod);
  }

  private static PartitionEntry owned(PartitionEntry entry, Ownership ownership) {
    return new PartitionEntry(
        entry.ref(),
        ownership,
        entry.progress(),
        entry.checkpoint(),
        entry.checkpointOffset(),
        entry.stillness(),
        entry.checkpointedMs(),
        entry.answeredMs());
  }

  private final class Client implements Ledger {
    private final Consumer<String> pod;

    Client(Consumer<String> pod) {
      this.pod = pod;
    }

    /** The call may fail before it has an effect, or only its answer be lost. */
    private void before(String call) {
      pod.accept(call);
      if (away || world.mishap(0.01)) {
        throw new LedgerUnavailableException("simulated: " + call, new IllegalStateException());
      }
    }

    private void after(String call) {
      if (world.mishap(0.01)) {
        throw new LedgerUnavailableException(
            "simulated: the answer to " + call + " is lost", new IllegalStateException());
      }
      pod.accept(call + " answered");
    }

    @Override
    public Claim claim(PartitionRef ref, String owner, Duration lease, long epochFloor) {
      before("claim");
      PartitionEntry entry = entry(ref);
      Ownership held = entry.ownership();
      String live = held.liveOwner(world.nowMs());
      if (live != null && !live.equals(owner)) {
        return new Claim.Refused(ref, live, held.leaseUntilMs() - world.nowMs());
      }
      String next = held.liveNextOwner(world.nowMs());
      if (live == null && next != null && !next.equals(owner)) {
        return new Claim.Refused(ref, next, held.nextUntilMs() - world.nowMs());
      }
      long epoch = Math.max(held.epoch(), epochFloor) + 1;
      PartitionEntry granted =
          owned(entry, new Ownership(epoch, owner, world.nowMs() + lease.toMillis(), null, 0));
      state.entries.put(ref, granted);
      world.note("%s is granted %s with epoch %d", owner, ref, epoch);
      after("claim");
      return new Claim.Granted(new Lease(ref, owner, epoch), granted, world.nowMs());
    }

    /** The entry, if the lease is the newest; put back where Redis has lost it (L3). */
    private PartitionEntry fenced(Lease lease) {
      PartitionEntry entry = entry(lease.partition());
      Ownership held = entry.ownership();
      if (held.epoch() == lease.epoch() && lease.owner().equals(held.owner())) {
        return entry;
      }
      String live = held.liveOwner(world.nowMs());
      boolean other = live != null && !live.equals(lease.owner());
      if (held.epoch() >= lease.epoch() || other) {
        throw new FencedException(lease, String.valueOf(held.owner()), Long.toString(held.epoch()));
      }
      PartitionEntry again =
          owned(
              entry,
              new Ownership(
                  lease.epoch(),
                  lease.owner(),
                  held.leaseUntilMs(),
                  held.nextOwner(),
                  held.nextUntilMs()));
      state.entries.put(lease.partition(), again);
      return again;
    }

    @Override
    public @Nullable String renew(Lease lease, Duration length) {
      before("renew");
      PartitionEntry entry = fenced(lease);
      Ownership held = entry.ownership();
      state.entries.put(
          lease.partition(),
          owned(
              entry,
              new Ownership(
                  held.epoch(),
                  held.owner(),
                  world.nowMs() + length.toMillis(),
                  held.nextOwner(),
                  held.nextUntilMs())));
      after("renew");
      return held.liveNextOwner(world.nowMs());
    }

    @Override
    public void progress(Lease lease, Progress progress) {
      before("progress");
      PartitionEntry entry = fenced(lease);
      Progress before = entry.progress();
      if (progress.committed() == Progress.NO_OFFSET) {
        write(entry, at(before, before, progress));
      } else if (!isOlder(progress, before)) {
        long kafka = committed.applyAsLong(lease.partition());
        if (progress.committed() > kafka) {
          throw world.broken(
              "%s: the ledger hears of %d, but committed is %d",
              lease.partition(), progress.committed(), kafka);
        }
        write(entry, at(progress, before, progress));
      }
      after("progress");
    }

    private boolean isOlder(Progress progress, Progress before) {
      return progress.committed() < before.committed()
          || (progress.committed() == before.committed()
              && progress.watermarkMs() < before.watermarkMs());
    }

    /** A position, with the watermark that stands if it is the later one, and how it goes there. */
    private Progress at(Progress position, Progress before, Progress now) {
      return new Progress(
          position.committed(),
          Math.max(position.watermarkMs(), before.watermarkMs()),
          position.nextTimerMs(),
          now.rate(),
          now.busy(),
          now.state(),
          position.decisions());
    }

    private void write(PartitionEntry entry, Progress progress) {
      state.entries.put(
          entry.ref(),
          new PartitionEntry(
              entry.ref(),
              entry.ownership(),
              progress,
              entry.checkpoint(),
              entry.checkpointOffset(),
              entry.stillness(),
              entry.checkpointedMs(),
              entry.answeredMs()));
    }

    @Override
    public void checkpointed(Lease lease, String manifest, long offset, long answeredMs) {
      before("checkpointed");
      PartitionEntry entry = fenced(lease);
      if (offset > committed.applyAsLong(lease.partition())) {
        throw world.broken("%s: checkpoint %s at %d is ahead of K", entry.ref(), manifest, offset);
      }
      if (offset >= entry.checkpointOffset()) {
        Progress at = entry.progress();
        List<String> decisions = new ArrayList<>(at.decisions());
        while (!decisions.isEmpty() && leading(decisions.get(0)) < offset) {
          decisions.remove(0);
        }
        Progress rest =
            new Progress(
                at.committed(),
                at.watermarkMs(),
                at.nextTimerMs(),
                at.rate(),
                at.busy(),
                at.state(),
                decisions);
        state.entries.put(
            lease.partition(),
            new PartitionEntry(
                entry.ref(),
                entry.ownership(),
                rest,
                manifest,
                offset,
                entry.stillness(),
                manifest.equals(entry.checkpoint()) ? entry.checkpointedMs() : world.nowMs(),
                Math.max(answeredMs, entry.answeredMs())));
      }
      after("checkpointed");
    }

    private long leading(String text) {
      int end = 0;
      while (end < text.length() && Character.isDigit(text.charAt(end))) {
        end++;
      }
      return Long.parseLong(text.substring(0, end));
    }

    @Override
    public void release(Lease lease) {
      before("release");
      PartitionEntry entry = entry(lease.partition());
      Ownership held = entry.ownership();
      if (held.epoch() != lease.epoch() || !lease.owner().equals(held.owner())) {
        throw new FencedException(lease, String.valueOf(held.owner()), Long.toString(held.epoch()));
      }
      state.entries.put(
          lease.partition(),
          owned(entry, new Ownership(held.epoch(), null, 0, held.nextOwner(), held.nextUntilMs())));
      after("release");
    }

    @Override
    public boolean reserve(PartitionRef ref, String nextOwner, long seenEpoch, Duration length) {
      before("reserve");
      PartitionEntry entry = entry(ref);
      Ownership held = entry.ownership();
      String next = held.liveNextOwner(world.nowMs());
      if (held.epoch() != seenEpoch || (next != null && !next.equals(nextOwner))) {
        return false;
      }
      state.entries.put(
          ref,
          owned(
              entry,
              new Ownership(
                  held.epoch(),
                  held.owner(),
                  held.leaseUntilMs(),
                  nextOwner,
                  world.nowMs() + length.toMillis())));
      after("reserve");
      return true;
    }

    @Override
    public PartitionEntry read(PartitionRef ref) {
      before("read");
      return entry(ref);
    }

    @Override
    public List<PartitionEntry> readAll() {
      LedgerView view = view();
      return view == null ? List.of() : view.partitions();
    }

    @Override
    public @Nullable LedgerView view() {
      before("view");
      FunctionEntry function = state.function;
      if (function == null) {
        return null;
      }
      return new LedgerView(
          world.nowMs(),
          function,
          live(),
          function.partitionRefs().stream().map(SimLedger.this::entry).toList());
    }

    private SortedSet<String> live() {
      SortedSet<String> live = new TreeSet<>();
      state.members.forEach(
          (member, until) -> {
            if (until > world.nowMs()) {
              live.add(member);
            }
          });
      return live;
    }

    @Override
    public @Nullable FunctionEntry meta() {
      before("meta");
      return state.function;
    }

    @Override
    public FunctionEntry initMeta(FunctionEntry entry) {
      before("initMeta");
      FunctionEntry present = state.function;
      if (present == null) {
        present = written(entry, 1, Assignment.NONE);
        state.function = present;
      }
      return present;
    }

    private FunctionEntry written(FunctionEntry entry, long revision, Assignment assignment) {
      return new FunctionEntry(
          entry.sources(),
          entry.rekeyPartitions(),
          entry.schema(),
          entry.version(),
          entry.idle(),
          revision,
          assignment);
    }

    @Override
    public FunctionEntry replaceMeta(FunctionEntry entry) {
      before("replaceMeta");
      FunctionEntry present = state.function;
      if (entry.revision() == (present == null ? 0 : present.revision())) {
        Assignment kept = present == null ? Assignment.NONE : present.assignment();
        present = written(entry, entry.revision() + 1, kept);
        state.function = present;
        world.note("the function's sources are %s", entry.sources().text());
      }
      if (present == null) {
        throw new LedgerException("simulated: there is no entry to change", null);
      }
      after("replaceMeta");
      return present;
    }

    @Override
    public boolean publish(Assignment assignment) {
      throw new UnsupportedOperationException("The simulated pods have no operator");
    }

    @Override
    public void askForCheckpoints(String id) {
      throw new UnsupportedOperationException("The simulated pods have no operator");
    }

    /** Nobody looks from outside. */
    @Override
    public void report(Report report, Duration length) {}

    @Override
    public void reportNothing(String instance) {}

    @Override
    public @Nullable Report report() {
      return null;
    }

    @Override
    public SortedSet<String> heartbeat(String member, Duration length) {
      before("heartbeat");
      state.members.put(member, world.nowMs() + length.toMillis());
      return live();
    }

    @Override
    public void leave(String member) {
      before("leave");
      state.members.remove(member);
    }

    @Override
    public void close() {}
  }
}

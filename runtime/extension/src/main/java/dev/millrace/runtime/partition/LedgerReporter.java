package dev.millrace.runtime.partition;

import dev.millrace.runtime.checkpoint.SavedCheckpoint;
import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.ledger.FencedException;
import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.Progress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the ledger beside the lanes, on one thread: the newest progress of each partition,
 * pointers to checkpoints, and leases in time. Redis away delays it, and nothing else (L4). What
 * was written last is written again with each renewal, so that a Redis that has lost it gets it
 * back also while a partition is quiet (L3).
 */
public final class LedgerReporter implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(LedgerReporter.class);
  private static final long TICK_MS = 50;
  private static final long RETRY_MS = 1_000;
  private static final int RENEWALS_PER_LEASE = 3;

  private final Ledger ledger;
  private final Duration leaseLength;
  private final Clocks clocks;
  private final Map<Lease, Held> held = new ConcurrentHashMap<>();
  private final @Nullable Thread thread;
  private volatile long outageSinceMs = -1;
  private volatile boolean closed;

  /** What is to be written for one lease. */
  private static final class Held {
    final Consumer<FencedException> onFenced;
    final AtomicReference<@Nullable Progress> progress = new AtomicReference<>();
    final AtomicReference<@Nullable Pointer> pointer = new AtomicReference<>();
    long renewAtMs;
    @Nullable Progress lastProgress;
    @Nullable Pointer lastPointer;

    Held(Consumer<FencedException> onFenced, long renewAtMs) {
      this.onFenced = onFenced;
      this.renewAtMs = renewAtMs;
    }
  }

  /** A checkpoint to be pointed to, and the newest wish that it answers. */
  private record Pointer(
      SavedCheckpoint checkpoint, long answeredMs, CompletableFuture<@Nullable Void> done) {}

  /** Starts the thread. */
  public LedgerReporter(String name, Ledger ledger, Duration leaseLength, Clocks clocks) {
    this.ledger = ledger;
    this.leaseLength = leaseLength;
    this.clocks = clocks;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Has no thread: someone else calls {@link #writeAll}. */
  LedgerReporter(Ledger ledger, Duration leaseLength, Clocks clocks) {
    this.ledger = ledger;
    this.leaseLength = leaseLength;
    this.clocks = clocks;
    this.thread = null;
  }

  /** Keeps a lease until {@link #drop}; {@code onFenced} hears that it was lost. */
  public void hold(Lease lease, Consumer<FencedException> onFenced) {
    held.put(lease, new Held(onFenced, clocks.monotonicMs() + renewEveryMs()));
  }

  /** Writes no more for a lease, once what is pending is written or has failed. */
  public void drop(Lease lease) {
    Held h = held.get(lease);
    if (h != null) {
      try {
        write(lease, h);
      } catch (LedgerException e) {
        LOG.debugf("The last write failed: lease=%s, error=%s", lease, e.getMessage());
      }
      held.remove(lease);
    }
  }

  /** Writes nothing more for a lease. */
  public void forget(Lease lease) {
    Held h = held.remove(lease);
    if (h != null) {
      fail(h, new IllegalStateException("Expected the lease to be held, but it was given up"));
    }
  }

  /** Whether a lease is kept here and was not lost. */
  public boolean holds(Lease lease) {
    return held.containsKey(lease);
  }

  /** Reports progress; older progress that is not yet written is replaced. */
  public void progress(Lease lease, Progress progress) {
    Held h = held.get(lease);
    if (h != null) {
      h.progress.set(progress);
    }
  }

  /**
   * Points the ledger to a complete checkpoint; done when it is written.
   *
   * @param answeredMs as the {@linkplain Ledger#checkpointed ledger} takes it
   */
  public CompletableFuture<@Nullable Void> point(
      Lease lease, SavedCheckpoint checkpoint, long answeredMs) {
    CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    Held h = held.get(lease);
    if (h == null) {
      done.completeExceptionally(
          new IllegalStateException(
              "Expected the lease to be held, but it was given up: " + lease));
    } else {
      h.pointer.set(new Pointer(checkpoint, answeredMs, done));
    }
    return done;
  }

  /** How long the ledger has been away, in milliseconds; 0 if it answers. */
  public long outageMs() {
    long since = outageSinceMs;
    return since < 0 ? 0 : clocks.monotonicMs() - since;
  }

  private void run() {
    while (!closed) {
      boolean ok = writeAll();
      LockSupport.parkNanos(this, (ok ? TICK_MS : RETRY_MS) * 1_000_000L);
    }
  }

  /** Writes what is pending of all leases; false if the ledger does not answer. */
  boolean writeAll() {
    boolean ok = true;
    for (Map.Entry<Lease, Held> e : held.entrySet()) {
      ok &= writeGuarded(e.getKey(), e.getValue());
    }
    return ok;
  }

  private boolean writeGuarded(Lease lease, Held h) {
    try {
      write(lease, h);
      outageSinceMs = -1;
      return true;
    } catch (FencedException e) {
      held.remove(lease);
      fail(h, e);
      h.onFenced.accept(e);
      return true;
    } catch (RuntimeException e) {
      if (outageSinceMs < 0) {
        outageSinceMs = clocks.monotonicMs();
        LOG.warnf(
            "Expected the ledger to answer, but it does not: error=%s. Processing goes on;"
                + " checkpoints and hand-overs wait.",
            e.getMessage());
      }
      return false;
    }
  }

  private void write(Lease lease, Held h) {
    synchronized (h) {
      writeLocked(lease, h);
    }
  }

  private void writeLocked(Lease lease, Held h) {
    long now = clocks.monotonicMs();
    boolean renewing = now >= h.renewAtMs;
    writeProgress(lease, h, renewing);
    writePointer(lease, h, renewing);
    if (renewing) {
      ledger.renew(lease, leaseLength);
      h.renewAtMs = now + renewEveryMs();
    }
  }

  private void writeProgress(Lease lease, Held h, boolean again) {
    Progress progress = h.progress.getAndSet(null);
    if (progress == null && again) {
      progress = h.lastProgress;
    }
    if (progress != null) {
      try {
        Failpoints.hit("ledger.before");
        ledger.progress(lease, progress);
        h.lastProgress = progress;
        Failpoints.hit("ledger.after");
      } catch (LedgerException e) {
        h.progress.compareAndSet(null, progress);
        throw e;
      }
    }
  }

  private void writePointer(Lease lease, Held h, boolean again) {
    Pointer pointer = h.pointer.get();
    Pointer last = h.lastPointer;
    if (pointer != null) {
      Failpoints.hit("pointer.before");
      write(lease, pointer);
      Failpoints.hit("pointer.after");
      h.lastPointer = pointer;
      h.pointer.compareAndSet(pointer, null);
      pointer.done().complete(null);
    } else if (again && last != null) {
      write(lease, last);
    }
  }

  private void write(Lease lease, Pointer pointer) {
    SavedCheckpoint checkpoint = pointer.checkpoint();
    ledger.checkpointed(lease, checkpoint.name(), checkpoint.offset(), pointer.answeredMs());
  }

  private static void fail(Held h, RuntimeException cause) {
    Pointer pointer = h.pointer.getAndSet(null);
    if (pointer != null) {
      pointer.done().completeExceptionally(cause);
    }
  }

  private long renewEveryMs() {
    return leaseLength.toMillis() / RENEWALS_PER_LEASE;
  }

  @Override
  public void close() {
    closed = true;
    Thread running = thread;
    if (running == null) {
      return;
    }
    LockSupport.unpark(running);
    try {
      running.join(2_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.millrace.runtime.partition;

import dev.millrace.engine.Decision;
import dev.millrace.engine.FireCursor;
import dev.millrace.engine.PartitionTask;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Brings a restored task to where its output went (X3): the records of {@code [C, K)} once more,
 * with the recorded decisions at their offsets and all outputs discarded.
 */
final class Replay {
  private final PartitionTask<?, ?, ?> task;
  private final RecordFeed feed;
  private final long until;
  private final Deque<Decision> decisions;
  private final @Nullable FireCursor cursor;
  private long records;

  Replay(
      PartitionTask<?, ?, ?> task,
      RecordFeed feed,
      long until,
      List<Decision> decisions,
      @Nullable FireCursor cursor) {
    this.task = task;
    this.feed = feed;
    this.until = until;
    this.decisions = new ArrayDeque<>(decisions);
    this.cursor = cursor;
  }

  /** K. */
  long until() {
    return until;
  }

  /** Records replayed since the last call. */
  long takeCount() {
    long count = records;
    records = 0;
    return count;
  }

  /** Whether an offset is to be replayed. */
  boolean covers(long offset) {
    return offset < until;
  }

  void record(ConsumerRecord<byte[], byte[]> r) {
    decideBefore(r.offset());
    drain();
    feed.replay(task, r);
    records++;
  }

  /** All records before K were replayed: what was decided after them, then the rest is live. */
  void finish() {
    decideBefore(until);
    if (cursor != null) {
      // The crash came inside a firing: its panes up to the cursor are out, the rest are not (X4).
      task.resumeFiring(cursor);
    } else {
      drain();
      task.skipTo(Math.max(until, task.nextOffset()));
    }
  }

  private void decideBefore(long offset) {
    for (Decision d = decisions.peek(); d != null && d.offset() <= offset; d = decisions.peek()) {
      decisions.remove();
      if (d instanceof Decision.Advance a) {
        drain();
        task.skipTo(Math.max(a.offset(), task.nextOffset()));
        task.advance(a.watermarkMs());
      } else if (d.offset() == offset && d instanceof Decision.Reject reject) {
        task.rejectNext(reject);
      }
    }
  }

  private void drain() {
    while (task.firing()) {
      task.fire(Integer.MAX_VALUE);
    }
  }
}

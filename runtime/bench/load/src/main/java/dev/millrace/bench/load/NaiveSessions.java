package dev.millrace.bench.load;

import dev.millrace.bench.events.Pane;
import dev.millrace.bench.events.Purchase;
import dev.millrace.bench.events.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * Numbers of events of sessions: a list of open ones for each key, and a queue of when to look at
 * each. A session that has grown by then is queued again.
 */
final class NaiveSessions implements Naive {
  private final Map<String, List<Session>> open = new HashMap<>();
  private final PriorityQueue<Session> queue =
      new PriorityQueue<>(Comparator.comparingLong((Session s) -> s.lookMs));
  private final Consumer<Pane> panes;
  private long watermarkMs = Long.MIN_VALUE;

  private static final class Session {
    final String key;
    long firstMs;
    long lastMs;
    long count;
    long lookMs;
    boolean absorbed;

    Session(String key, long atMs) {
      this.key = key;
      this.firstMs = atMs;
      this.lastMs = atMs;
    }

    long endMs() {
      return lastMs + Shape.GAP_MS;
    }
  }

  NaiveSessions(Consumer<Pane> panes) {
    this.panes = panes;
  }

  @Override
  public void add(Purchase event) {
    long atMs = event.atMs();
    List<Session> sessions = open.computeIfAbsent(event.user(), k -> new ArrayList<>(1));
    Session home = null;
    for (Iterator<Session> all = sessions.iterator(); all.hasNext(); ) {
      Session session = all.next();
      if (atMs < session.firstMs - Shape.GAP_MS || atMs > session.endMs()) {
        continue;
      }
      if (home == null) {
        home = session;
      } else {
        absorb(home, session);
        all.remove();
      }
    }
    if (home == null) {
      home = new Session(event.user(), atMs);
      sessions.add(home);
      enqueue(home);
    }
    home.firstMs = Math.min(home.firstMs, atMs);
    home.lastMs = Math.max(home.lastMs, atMs);
    home.count++;
    watermarkMs = Math.max(watermarkMs, atMs - Shape.LATENESS_MS);
    fire();
  }

  private static void absorb(Session home, Session other) {
    home.firstMs = Math.min(home.firstMs, other.firstMs);
    home.lastMs = Math.max(home.lastMs, other.lastMs);
    home.count += other.count;
    other.absorbed = true;
  }

  private void enqueue(Session session) {
    session.lookMs = session.endMs();
    queue.add(session);
  }

  private void fire() {
    while (!queue.isEmpty() && queue.element().lookMs < watermarkMs) {
      Session session = queue.remove();
      if (session.absorbed) {
        continue;
      }
      if (session.endMs() >= watermarkMs) {
        enqueue(session);
      } else {
        close(session);
      }
    }
  }

  private void close(Session session) {
    open.computeIfPresent(
        session.key,
        (key, sessions) -> {
          sessions.remove(session);
          return sessions.isEmpty() ? null : sessions;
        });
    panes.accept(new Pane(session.key, session.firstMs, session.endMs(), session.count));
  }
}

package dev.millrace.engine.accumulate;

import dev.millrace.engine.time.TimeMath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one key, ascending; any two are more than a gap apart, or they would have merged
 * (rule W6). They are few: lists are searched from the end.
 */
public final class Sessions<A> {
  private final List<Session<A>> sessions = new ArrayList<>(1);

  /** Number of sessions. */
  public int size() {
    return sessions.size();
  }

  /** A session by its place. */
  public Session<A> get(int index) {
    return sessions.get(index);
  }

  /** Place of the first session that a record at that time touches or that comes after it. */
  public int firstTouched(long timeMs, long gapMs) {
    int index = sessions.size();
    while (index > 0 && TimeMath.plus(sessions.get(index - 1).lastMs(), gapMs) >= timeMs) {
      index--;
    }
    return index;
  }

  /** Place after the last session that a record at that time touches, from {@code index} on. */
  public int afterTouched(int index, long timeMs, long gapMs) {
    int after = index;
    while (after < sessions.size()
        && sessions.get(after).firstMs() <= TimeMath.plus(timeMs, gapMs)) {
      after++;
    }
    return after;
  }

  /** Puts a session in the place of those in {@code [from, until)}. */
  public void replace(int from, int until, Session<A> session) {
    if (from == until) {
      sessions.add(from, session);
      return;
    }
    sessions.set(from, session);
    sessions.subList(from + 1, until).clear();
  }

  /** Adds a session after all others. */
  void append(Session<A> session) {
    sessions.add(session);
  }

  /** The session with that first time, or null. */
  public @Nullable Session<A> find(long firstMs) {
    int index = indexOf(firstMs);
    return index < 0 ? null : sessions.get(index);
  }

  /** Forgets the session with that first time. */
  void remove(long firstMs) {
    int index = indexOf(firstMs);
    if (index >= 0) {
      sessions.remove(index);
    }
  }

  private int indexOf(long firstMs) {
    for (int i = 0; i < sessions.size(); i++) {
      if (sessions.get(i).firstMs() == firstMs) {
        return i;
      }
    }
    return -1;
  }
}

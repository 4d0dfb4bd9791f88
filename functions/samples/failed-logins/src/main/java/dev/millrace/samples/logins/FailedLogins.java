package dev.millrace.samples.logins;

import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.Session;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.WindowContext;
import org.jspecify.annotations.Nullable;

/**
 * One alert for each session of an address in which three logins failed within five minutes.
 * Attempts at most five minutes apart are one session, so three within five minutes always are in
 * the same; but a session can be longer, so their distance is still to be looked at.
 */
@StreamFunction("failed-logins")
@Session(gap = "5m")
@Watermarks(outOfOrderness = "30s")
public final class FailedLogins
    implements MergeableWindowFunction<LoginAttempt, Failures, FailedLoginsAlert> {

  @Override
  public Failures create() {
    return Failures.NONE;
  }

  @Override
  public Failures add(Failures failures, LoginAttempt attempt) {
    return attempt.succeeded() ? failures : failures.plus(attempt.at());
  }

  @Override
  public Failures merge(Failures left, Failures right) {
    return left.merge(right);
  }

  /** Null for a session without a burst, which emits nothing. */
  @Override
  public @Nullable FailedLoginsAlert finish(Failures failures, WindowContext context) {
    return failures.burst()
        ? new FailedLoginsAlert(context.key(), failures.count(), failures.last())
        : null;
  }
}

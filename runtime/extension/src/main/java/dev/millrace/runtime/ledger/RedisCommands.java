package dev.millrace.runtime.ledger;

import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Blocking calls to Redis, with its errors sorted by what the caller can do about them. */
final class RedisCommands {
  private static final List<String> TRANSIENT =
      List.of(
          "LOADING",
          "BUSY",
          "TRYAGAIN",
          "CLUSTERDOWN",
          "MASTERDOWN",
          "READONLY",
          "OOM",
          "MISCONF",
          "NOREPLICAS",
          "MOVED",
          "ASK",
          "UNKILLABLE",
          // Not Redis but the client says this, when the connection breaks while it waits.
          "CONNECTION_CLOSED");
  private static final List<String> SETUP = List.of("NOAUTH", "WRONGPASS", "NOPERM", "DENIED");

  private static final Pattern IN_SCRIPT =
      Pattern.compile("^ERR Error running script.* -([A-Z]+) ");

  private final Redis redis;
  private final Duration timeout;

  RedisCommands(Redis redis, Duration timeout) {
    this.redis = redis;
    this.timeout = timeout;
  }

  /**
   * Runs a script: by its digest, and by its source where Redis does not know it (any more).
   *
   * @return its answer; the first element is the status
   */
  Response run(Script script, List<String> keys, List<String> args) {
    try {
      return send(request(Command.EVALSHA, script.digest(), keys, args));
    } catch (UnknownScriptException e) {
      return send(request(Command.EVAL, script.source(), keys, args));
    }
  }

  /** Keys that match a pattern, each once, in no order. */
  Set<String> scan(String pattern) {
    Set<String> keys = new HashSet<>();
    String cursor = "0";
    do {
      Response page =
          send(
              Request.cmd(Command.SCAN)
                  .arg(cursor)
                  .arg("MATCH")
                  .arg(pattern)
                  .arg("COUNT")
                  .arg(1_000));
      cursor = page.get(0).toString();
      page.get(1).forEach(key -> keys.add(key.toString()));
    } while (!cursor.equals("0"));
    return keys;
  }

  /** Text of a section of INFO. */
  String info(String section) {
    return send(Request.cmd(Command.INFO).arg(section)).toString();
  }

  /** Value of a setting, or null where Redis does not tell. */
  @Nullable String config(String name) {
    try {
      Response answer = send(Request.cmd(Command.CONFIG).arg("GET").arg(name));
      Response value = answer.containsKey(name) ? answer.get(name) : null;
      return value == null ? null : value.toString();
    } catch (LedgerUnavailableException e) {
      throw e;
    } catch (LedgerException e) {
      // Managed services rename or forbid CONFIG; then the setting stays unknown.
      return null;
    }
  }

  private static Request request(
      Command command, String script, List<String> keys, List<String> args) {
    Request request = Request.cmd(command).arg(script).arg(keys.size());
    keys.forEach(request::arg);
    args.forEach(request::arg);
    return request;
  }

  private Response send(Request request) {
    try {
      return redis
          .send(request)
          .toCompletionStage()
          .toCompletableFuture()
          .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw translate(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw unavailable("no answer within " + timeout.toMillis() + " ms", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("interrupted while waiting", e);
    }
  }

  private static LedgerException translate(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    String code = code(message);
    if (code.equals("NOSCRIPT")) {
      return new UnknownScriptException(message, cause);
    }
    if (SETUP.contains(code)) {
      return new LedgerConfigurationException(
          "Expected Redis to accept the ledger's commands, but it refused them: error="
              + message
              + ". Check user, password and the user's permissions (quarkus.redis.*).",
          cause);
    }
    boolean answered = cause.getClass().getSimpleName().equals("ErrorType");
    if (answered && !TRANSIENT.contains(code)) {
      return new LedgerException(
          "Expected Redis to run a command of the ledger, but it failed: error=" + message + ".",
          cause);
    }
    return unavailable(message, cause);
  }

  /** First word of the error; of the one inside where a script failed on a server before 7. */
  private static String code(String message) {
    Matcher inside = IN_SCRIPT.matcher(message);
    if (inside.find()) {
      return inside.group(1);
    }
    int space = message.indexOf(' ');
    return space < 0 ? message : message.substring(0, space);
  }

  private static LedgerUnavailableException unavailable(String seen, Throwable cause) {
    return new LedgerUnavailableException(
        "Expected an answer from Redis, but got none that can be used: error="
            + seen
            + ". Check that Redis runs and can be reached.",
        cause);
  }

  /** Redis was restarted or its script cache flushed; never leaves this class. */
  private static final class UnknownScriptException extends LedgerException {
    private static final long serialVersionUID = 1L;

    UnknownScriptException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}

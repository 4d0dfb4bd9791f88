package dev.millrace.cli.ledger;

import dev.millrace.cli.CliException;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.LedgerListener;
import dev.millrace.runtime.ledger.LedgerRepair;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.RedisLedger;
import dev.millrace.runtime.ledger.RedisSetup;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Reads the ledgers of all functions of a namespace. */
public final class LedgerClient implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final String END = "}:meta";

  private final Vertx vertx;
  private final Redis redis;
  private final String uri;
  private final String namespace;

  /** Connects when it is first asked. */
  public LedgerClient(String uri, String namespace) {
    this.uri = uri;
    this.namespace = namespace;
    this.vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
    this.redis = Redis.createClient(vertx, uri);
  }

  /** Names of the functions that have an entry, in order. */
  public SortedSet<String> functions() {
    String start = "millrace:{" + namespace + "/";
    SortedSet<String> names = new TreeSet<>();
    String cursor = "0";
    do {
      Response page =
          send(Request.cmd(Command.SCAN).arg(cursor).arg("MATCH").arg(start + "*" + END));
      cursor = page.get(0).toString();
      for (Response key : page.get(1)) {
        String text = key.toString();
        names.add(text.substring(start.length(), text.length() - END.length()));
      }
    } while (!cursor.equals("0"));
    return names;
  }

  /** All of a function at this moment, or null if the ledger knows none of that name. */
  public @Nullable LedgerView view(String function) {
    try {
      LedgerKeys keys = new LedgerKeys(namespace, function);
      return new RedisLedger(redis, TIMEOUT, keys, LedgerListener.IGNORE).view();
    } catch (LedgerException e) {
      throw new CliException(
          e.getMessage() + " redis=" + uri + ". Say where it is with --redis.", e);
    }
  }

  /**
   * What is to be said of Redis as the keeper of a ledger (L6).
   *
   * @throws dev.millrace.runtime.ledger.LedgerConfigurationException if it may not keep one
   */
  public List<String> setup() {
    return RedisSetup.check(redis, TIMEOUT);
  }

  /** The ledger of a function as it stands, for tools. */
  LedgerRepair repair(String function) {
    return new LedgerRepair(redis, TIMEOUT, new LedgerKeys(namespace, function));
  }

  private Response send(Request request) {
    try {
      return redis
          .send(request)
          .toCompletionStage()
          .toCompletableFuture()
          .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new CliException(
          "Expected an answer from Redis, but got none: redis="
              + uri
              + ", error="
              + cause
              + ". Say where it is with --redis.",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException("Interrupted", e);
    }
  }

  @Override
  public void close() {
    redis.close();
    var unused = vertx.close();
  }
}

package dev.millrace.operator.observe;

import dev.millrace.operator.observe.Target.RedisAddress;
import dev.millrace.operator.observe.Trouble.Reason;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerConfigurationException;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.LedgerListener;
import dev.millrace.runtime.ledger.LedgerUnavailableException;
import dev.millrace.runtime.ledger.RedisLedger;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The ledgers in one Redis. Thread-safe; calls block. */
final class RedisWatch implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final RedisAddress address;
  private final Redis redis;

  RedisWatch(Vertx vertx, RedisAddress address) {
    this.address = address;
    RedisOptions options = new RedisOptions().setConnectionString(address.uri());
    if (address.password() != null) {
      options.setPassword(address.password());
    }
    this.redis = Redis.createClient(vertx, options);
  }

  Ledger ledger(LedgerKeys keys) {
    return new RedisLedger(redis, TIMEOUT, keys, LedgerListener.IGNORE);
  }

  /** Removes all keys of a function. */
  void remove(LedgerKeys keys) {
    String prefix = keys.meta().substring(0, keys.meta().length() - "meta".length());
    String cursor = "0";
    do {
      Response page =
          send(
              Request.cmd(Command.SCAN)
                  .arg(cursor)
                  .arg("MATCH")
                  .arg(prefix + "*")
                  .arg("COUNT")
                  .arg(1000));
      cursor = page.get(0).toString();
      for (Response key : page.get(1)) {
        send(Request.cmd(Command.UNLINK).arg(key.toString()));
      }
    } while (!cursor.equals("0"));
  }

  private Response send(Request request) {
    try {
      return redis
          .send(request)
          .toCompletionStage()
          .toCompletableFuture()
          .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new LedgerUnavailableException(
          "Expected an answer from Redis, but got none: redis=" + address + ", error=" + e + ".",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LedgerUnavailableException(
          "Expected an answer from Redis, but was interrupted.", e);
    }
  }

  Trouble trouble(LedgerException error) {
    String where = " redis=" + address + ".";
    if (error instanceof LedgerUnavailableException) {
      return new Trouble(Reason.LedgerUnreachable, error.getMessage() + where);
    }
    if (error instanceof LedgerConfigurationException) {
      return new Trouble(Reason.LedgerRefused, error.getMessage() + where);
    }
    return new Trouble(Reason.LedgerUnreadable, error.getMessage() + where);
  }

  @Override
  public void close() {
    redis.close();
  }
}

package dev.millrace.runtime.ledger;

import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A client to a real server, and commands past the ledger. */
public final class TestRedis implements AutoCloseable {
  public static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private final Vertx vertx = Vertx.vertx();
  private final Redis client;

  public TestRedis(String uri) {
    client = Redis.createClient(vertx, uri);
  }

  public Redis client() {
    return client;
  }

  /** Runs a command and returns its answer as text, or null. */
  public @Nullable String run(Command command, String... args) {
    Request request = Request.cmd(command);
    for (String arg : args) {
      request.arg(arg);
    }
    try {
      Response response =
          client.send(request).toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
      return response == null ? null : response.toString();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks again and again until it holds: for leases, which run by Redis' clock. */
  public static void until(BooleanSupplier condition) {
    until(DEADLINE, condition);
  }

  /** Asks again and again until it holds, for what may take longer. */
  public static void until(Duration deadline, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > deadline.toNanos()) {
        throw new AssertionError(
            "Expected it to become true within " + deadline + ", but it did not.");
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    client.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}

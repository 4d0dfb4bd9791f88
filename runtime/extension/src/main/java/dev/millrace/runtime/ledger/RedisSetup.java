package dev.millrace.runtime.ledger;

import io.vertx.redis.client.Redis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks at start whether a Redis server may keep the ledger (rule L6). */
public final class RedisSetup {
  private RedisSetup() {}

  /**
   * Checks eviction and persistence.
   *
   * @return warnings to be logged once; empty if all is well
   * @throws LedgerConfigurationException if Redis may evict keys: the ledger of a quiet function
   *     would vanish, and absence would read as a fresh start
   */
  public static List<String> check(Redis redis, Duration timeout) {
    RedisCommands commands = new RedisCommands(redis, timeout);
    List<String> warnings = new ArrayList<>();
    String policy = field(commands.info("memory"), "maxmemory_policy");
    if (policy == null) {
      warnings.add(
          "Expected Redis to tell its maxmemory-policy, but it does not. Make sure that it is"
              + " noeviction, or entries of the ledger may vanish.");
    } else if (!policy.equals("noeviction")) {
      throw new LedgerConfigurationException(
          "Expected Redis to keep all keys, but it may evict them: maxmemory-policy="
              + policy
              + ". Set maxmemory-policy to noeviction, or use a Redis of its own.",
          null);
    }
    if (!isPersistent(commands)) {
      warnings.add(
          "Expected a Redis with persistence, but neither an append-only file nor snapshots seem"
              + " to be on: a restart of Redis empties the ledger. Set appendonly to yes.");
    }
    return warnings;
  }

  private static boolean isPersistent(RedisCommands commands) {
    if ("1".equals(field(commands.info("persistence"), "aof_enabled"))) {
      return true;
    }
    String save = commands.config("save");
    return save != null && !save.isBlank();
  }

  private static @Nullable String field(String info, String name) {
    return info.lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse(null);
  }
}

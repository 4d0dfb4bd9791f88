package dev.millrace.cli.reconcile;

import dev.millrace.engine.FunctionDefinition;
import java.util.Map;

/** Functions whose output can be checked, wherever their code is. */
public interface Functions extends AutoCloseable {

  /**
   * The function of that name.
   *
   * @throws dev.millrace.cli.CliException if there is none; the message lists those there are
   */
  FunctionDefinition<?, ?, ?> define(String name);

  /** Its topics, as far as they are said beside the code. */
  FunctionTopics topics(String name);

  /** Configuration that comes with the code; what is set from outside is not in it. */
  default Map<String, String> settings() {
    return Map.of();
  }

  @Override
  void close();
}

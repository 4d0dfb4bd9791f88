package dev.millrace.cli.reconcile;

import dev.millrace.engine.FunctionDefinition;

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

  @Override
  void close();
}

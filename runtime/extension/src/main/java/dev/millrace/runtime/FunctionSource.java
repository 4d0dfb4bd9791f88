package dev.millrace.runtime;

import dev.millrace.engine.FunctionDefinition;
import java.util.List;

/** A bean that has functions to run: the build steps provide one for the annotated classes. */
public interface FunctionSource {

  /**
   * The functions, ready to run. Each call makes new objects: a definition serves one thread at a
   * time.
   */
  List<FunctionDefinition<?, ?, ?>> definitions();
}

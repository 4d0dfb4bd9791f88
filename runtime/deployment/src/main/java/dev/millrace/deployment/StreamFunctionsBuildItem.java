package dev.millrace.deployment;

import dev.millrace.functions.model.ValidFunction;
import io.quarkus.builder.item.SimpleBuildItem;
import java.util.List;

/** The function classes of the application, all valid, by class name. */
public final class StreamFunctionsBuildItem extends SimpleBuildItem {
  private final List<ValidFunction> functions;

  StreamFunctionsBuildItem(List<ValidFunction> functions) {
    this.functions = List.copyOf(functions);
  }

  /** The functions; empty if the application has none. */
  public List<ValidFunction> functions() {
    return functions;
  }
}

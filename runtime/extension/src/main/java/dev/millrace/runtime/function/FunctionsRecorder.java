package dev.millrace.runtime.function;

import dev.millrace.runtime.FunctionSource;
import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;
import java.util.List;

/** Hands what was generated at build time to the running application. */
@Recorder
public class FunctionsRecorder {

  /** The source of the functions found at build time. */
  public RuntimeValue<FunctionSource> source(List<RuntimeValue<GeneratedFunction>> functions) {
    return new RuntimeValue<>(
        new GeneratedFunctions(functions.stream().map(RuntimeValue::getValue).toList()));
  }
}

package dev.millrace.cli;

import dev.millrace.cli.reconcile.DocumentFunction;
import dev.millrace.cli.reconcile.FunctionCatalog;
import dev.millrace.cli.reconcile.Functions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say where a function's code is: exactly one of them. */
public final class FunctionSource {
  @Option(
      names = "--app",
      paramLabel = "APP",
      description =
          "Quarkus application with the function (folder or quarkus-run.jar), or its document"
              + " (YAML, JSON).")
  private @Nullable Path application;

  @Option(
      names = "--class-path",
      paramLabel = "PATH",
      description = "Jars and folders with the function's classes.")
  private @Nullable String classPath;

  public FunctionSource() {}

  /** What is there, to be closed by the caller. */
  public Functions open() {
    if (application == null) {
      return FunctionCatalog.ofClassPath(classPath == null ? "" : classPath);
    }
    return DocumentFunction.isDocument(application)
        ? DocumentFunction.read(application)
        : FunctionCatalog.ofApplication(Application.of(application));
  }
}

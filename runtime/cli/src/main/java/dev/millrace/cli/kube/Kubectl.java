package dev.millrace.cli.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.cli.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The cluster, by way of the user's own kubectl: so contexts, credentials and their plugins are
 * those that the user has. The environment variable {@code MILLRACE_KUBECTL} names another one,
 * with its first arguments parted by spaces.
 */
public final class Kubectl {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "Namespace of the functions. Default: that of the context.")
  private @Nullable String namespace;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "Context of the kubeconfig. Default: the current one.")
  private @Nullable String context;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Where the cluster is. Default: $KUBECONFIG, ~/.kube/config.")
  private @Nullable String kubeconfig;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  public Kubectl() {}

  /** An object, or a list of them, as JSON. */
  JsonNode get(String... arguments) {
    List<String> all = new ArrayList<>(List.of("get", "-o", "json"));
    all.addAll(List.of(arguments));
    String text = run(all);
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new CliException("Expected JSON from kubectl, but got other text: " + text, e);
    }
  }

  /** A function. */
  JsonNode function(String name) {
    return get("streamfunctions.millrace.dev", name);
  }

  /**
   * Looks at a function again and again until it is as wanted.
   *
   * @param tooLong what to throw if it is not within that time, by how it is then
   */
  FunctionState await(
      String name,
      int seconds,
      Predicate<FunctionState> isDone,
      Function<FunctionState, CliException> tooLong) {
    long untilNs = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    while (true) {
      FunctionState f = new FunctionState(function(name));
      if (isDone.test(f)) {
        return f;
      }
      if (System.nanoTime() > untilNs) {
        throw tooLong.apply(f);
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  /**
   * Runs kubectl.
   *
   * @return what it printed
   * @throws CliException if it failed, with what it said
   */
  String run(List<String> arguments) {
    try {
      Path errors = Files.createTempFile("kubectl", ".err");
      try {
        Process process =
            new ProcessBuilder(command(arguments)).redirectError(errors.toFile()).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0) {
          throw failed(Files.readString(errors).strip());
        }
        return out;
      } finally {
        Files.deleteIfExists(errors);
      }
    } catch (IOException e) {
      throw notThere(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException("Expected kubectl to end, but was interrupted.", e);
    }
  }

  /** Runs kubectl on this process' own output; returns its exit code. */
  int passThrough(List<String> arguments) {
    try {
      return new ProcessBuilder(command(arguments)).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw notThere(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException("Expected kubectl to end, but was interrupted.", e);
    }
  }

  private List<String> command(List<String> arguments) {
    List<String> all = new ArrayList<>(List.of(program().split(" ", -1)));
    add(all, "--namespace", namespace);
    add(all, "--context", context);
    add(all, "--kubeconfig", kubeconfig);
    all.addAll(arguments);
    return all;
  }

  private static String program() {
    String named = System.getenv("MILLRACE_KUBECTL");
    return System.getProperty("millrace.kubectl", named == null ? "kubectl" : named);
  }

  private static void add(List<String> all, String option, @Nullable String value) {
    if (value != null) {
      all.add(option);
      all.add(value);
    }
  }

  private static CliException failed(String error) {
    if (error.contains("NotFound") && !error.contains("resource type")) {
      return new CliException(
          "Expected the function to be there, but it is not: "
              + error
              + ". kubectl millrace list --all-namespaces shows those there are.");
    }
    if (error.contains("the server doesn't have a resource type")) {
      return new CliException(
          "Expected the custom resource StreamFunction in the cluster, but it is not installed: "
              + error
              + ". See k8s/README.md.");
    }
    return new CliException("Expected kubectl to do it, but it did not: " + error);
  }

  private static CliException notThere(IOException e) {
    return new CliException(
        "Expected kubectl to run, but it does not: program="
            + program()
            + ", error="
            + e.getMessage()
            + ". Install it, or set MILLRACE_KUBECTL.",
        e);
  }
}

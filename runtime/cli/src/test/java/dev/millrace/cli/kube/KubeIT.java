package dev.millrace.cli.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.Millrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The plugin against a real API server. What the operator would write into statuses is written. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubeIT {
  private static final Path HOME = Path.of(System.getProperty("millrace.home")).toAbsolutePath();
  private static final String SCRIPT =
      HOME.resolve("k8s/testbed/testbed.sh").normalize().toString();
  private static final String NAME = "cli-" + ProcessHandle.current().pid();

  /** The first start on a machine builds Kubernetes. */
  private static final long PATIENCE_S = 3_600;

  private static final String STATUS =
      """
      {"status": {"observedGeneration": 1, "phase": "Failing", "pods": "1/2", "replicas": 1,
       "selector": "millrace.dev/function=carrier-hours", "image": "example/app:1",
       "conditions": [
        {"type": "CheckpointHealthy", "status": "True", "reason": "Recent", "message": "Good.",
         "lastTransitionTime": "2026-01-01T00:00:00Z"},
        {"type": "Ready", "status": "False", "reason": "LedgerUnreachable",
         "message": "Expected an answer from Redis, but got none: redis=redis://redis:6379, error=refused.",
         "lastTransitionTime": "2026-01-01T00:00:00Z"}],
       "partitions": {"total": 4, "owned": 3, "lag": 12345, "rate": 800, "oldestCheckpoint": "12s",
        "worst": [{"partition": "p:3", "reads": "flights-3", "state": "live",
          "owner": "carrier-hours-0", "lag": 12000, "watermarkLag": "4s", "checkpointAge": "12s"}]},
       "scaling": {"wanted": 2, "cause": "BACKLOG",
        "reason": "2 pods = ceil((900/s arriving + 12,345 records waiting / 1m) × 1.05 / 1,000/s per pod)"},
       "guarantees": "exactly once from topic flights to topics, for readers with isolation.level=read_committed; at least once beyond"}}
      """;

  @BeforeAll
  void start() throws IOException {
    shell("up", "api");
    System.setProperty("millrace.kubectl", "env TESTBED_NAME=" + NAME + " " + SCRIPT + " kubectl");
    kubectl("apply", "-f", HOME.resolve("k8s/crd/streamfunctions.millrace.dev.yaml").toString());
    kubectl("wait", "--for=condition=Established", "crd/streamfunctions.millrace.dev");
    kubectl("apply", "-f", HOME.resolve("k8s/samples/carrier-hours.yaml").toString());
    Path status = Files.writeString(Files.createTempFile("status", ".json"), STATUS);
    kubectl(
        "patch",
        "sf/carrier-hours",
        "--subresource=status",
        "--type=merge",
        "--patch-file=" + status);
    Files.delete(status);
  }

  @AfterAll
  void stop() throws IOException {
    System.clearProperty("millrace.kubectl");
    shell("down");
  }

  /** What a command answered. */
  private record Answer(int code, String out, String err) {}

  private static Answer run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Millrace.execute(new PrintWriter(out), new PrintWriter(err), arguments);
    return new Answer(code, out.toString(), err.toString());
  }

  private static void kubectl(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("kubectl"));
    all.addAll(List.of(arguments));
    shell(all.toArray(String[]::new));
  }

  private static void shell(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(SCRIPT));
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile("testbed", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
    builder.environment().put("TESTBED_OWNER", Long.toString(ProcessHandle.current().pid()));
    builder.environment().put("TESTBED_NAME", NAME);
    try {
      Process process = builder.start();
      assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(out)).isZero();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      Files.delete(out);
    }
  }

  @Test
  void shouldListFunctionsWithWhatIsWrong() {
    Answer answer = run("list");
    assertThat(answer.code()).isEqualTo(ExitCodes.OK);
    assertThat(answer.out().lines().findFirst().orElseThrow())
        .startsWith("NAME")
        .contains("NOT READY");
    assertThat(answer.out())
        .contains("carrier-hours", "Failing", "1/2", "12,345", "LedgerUnreachable");
    assertThat(run("list", "-A").out()).startsWith("NAMESPACE").contains("default");
    assertThat(run("list", "-n", "kube-system").out()).contains("There are no functions");
    assertThat(run("list", "-o", "json").out()).contains("\"carrier-hours\"");
  }

  @Test
  void shouldDescribeWhyThereAreSoManyPodsAndWhatIsWrong() {
    Answer answer = run("describe", "carrier-hours");
    assertThat(answer.code()).isEqualTo(ExitCodes.OK);
    assertThat(answer.out())
        .contains("2 pods = ceil(", "exactly once from topic flights", "s3://millrace/checkpoints")
        .contains("p:3", "flights-3", "12,000")
        .contains("LedgerUnreachable", "Expected an answer from Redis");
  }

  @Test
  void shouldSayWhichThereAreWhenThereIsNoSuchFunction() {
    Answer answer = run("describe", "no-such");
    assertThat(answer.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(answer.err()).contains("Expected the function to be there", "no-such", "list");
  }

  @Test
  void shouldSuspendAndLetGoOn() {
    assertThat(run("pause", "carrier-hours").out()).contains("carrier-hours paused: asked for");
    assertThat(suspended()).isTrue();
    Answer waited = run("pause", "carrier-hours", "--wait", "1");
    assertThat(waited.code()).as("no operator is there to do it").isEqualTo(ExitCodes.FAILED);
    assertThat(waited.err()).contains("phase=Failing", "It stays asked for");
    assertThat(run("resume", "carrier-hours", "--wait", "5").code()).isEqualTo(ExitCodes.OK);
    assertThat(suspended()).isFalse();
  }

  private static boolean suspended() {
    return run("describe", "carrier-hours", "-o", "json").out().contains("\"suspend\" : true");
  }

  @Test
  void shouldAskForCheckpointsAndSayWhatIsMissingWhenNobodyTakesThem() {
    assertThat(run("checkpoint", "carrier-hours", "--wait", "0").out()).contains("asked for");
    Answer waited = run("checkpoint", "carrier-hours", "--wait", "1");
    assertThat(waited.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(waited.err()).contains("the operator has not taken it up", "phase=Failing");
    String object = run("describe", "carrier-hours", "-o", "json").out();
    assertThat(object).contains("\"millrace.dev/checkpoint-requested\" : \"2");
  }

  @Test
  void shouldSayWhyThereAreNoLogsWhenThereAreNoPods() {
    Answer answer = run("logs", "carrier-hours");
    assertThat(answer.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(answer.err()).contains("Expected pods that log", "phase=Failing");
  }

  @Test
  void shouldCompleteCommandsOptionsAndFunctions() {
    assertThat(run("__complete", "de").out()).contains("describe\n").endsWith(":4\n");
    assertThat(run("__complete", "describe", "carr").out()).contains("carrier-hours\n");
    assertThat(run("__complete", "checkpoint", "carr").out()).contains("carrier-hours\n");
    assertThat(run("__complete", "logs", "x", "--fo").out()).contains("--follow\n");
    assertThat(run("__complete", "").out()).doesNotContain("__complete");
  }

  @Test
  void shouldSayWhatIsMissingWhenThereIsNoKubectl() {
    String there = System.setProperty("millrace.kubectl", "/no/kubectl");
    try {
      assertThat(run("list").err()).contains("Expected kubectl to run", "MILLRACE_KUBECTL");
    } finally {
      System.setProperty("millrace.kubectl", String.valueOf(there));
    }
  }
}

package dev.millrace.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Processes that a demo left running, in a file with a line each: number and start. A process
 * counts only if both fit, for numbers are used again.
 */
final class KeptProcesses {
  private final Path file;

  KeptProcesses(Path file) {
    this.file = file;
  }

  /** Notes processes in the order in which they are to end. */
  void remember(List<Long> pids) {
    List<String> lines =
        pids.stream()
            .map(ProcessHandle::of)
            .flatMap(Optional::stream)
            .map(process -> process.pid() + " " + start(process))
            .toList();
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean anyRuns() {
    return !running().isEmpty();
  }

  /** Ends them in an orderly way, one after the other; returns how many there were. */
  int end() {
    List<ProcessHandle> running = running();
    for (ProcessHandle process : running) {
      process.destroy();
      process.onExit().join();
    }
    return running.size();
  }

  private List<ProcessHandle> running() {
    if (!Files.exists(file)) {
      return List.of();
    }
    try (var lines = Files.lines(file)) {
      return lines.map(KeptProcesses::find).flatMap(Optional::stream).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<ProcessHandle> find(String line) {
    String[] parts = line.split(" ", 2);
    return ProcessHandle.of(Long.parseLong(parts[0]))
        .filter(process -> start(process).equals(parts[1]));
  }

  private static String start(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("");
  }
}

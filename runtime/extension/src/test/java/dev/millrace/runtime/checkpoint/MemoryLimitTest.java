package dev.millrace.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryLimitTest {
  @TempDir Path folder;

  private long limit(String groups) throws IOException {
    return MemoryLimit.bytes(
        Files.writeString(folder.resolve("cgroup"), groups), folder.resolve("mount"));
  }

  private void file(String path, String text) throws IOException {
    Path file = folder.resolve("mount").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  @Test
  void shouldReadTheMountWhenAContainerHasItsOwnView() throws IOException {
    file("memory.max", "536870912");
    assertThat(limit("0::/\n")).isEqualTo(512L << 20);
  }

  @Test
  void shouldTakeTheSmallestWhenGroupsAreNested() throws IOException {
    file("memory.max", "max");
    file("pods/memory.max", "1000000");
    file("pods/one/memory.max", "2000000");
    assertThat(limit("0::/pods/one\n")).isEqualTo(1_000_000);
  }

  @Test
  void shouldReadTheMemoryControllerWhenTheVersionIsOne() throws IOException {
    file("memory/memory.limit_in_bytes", "9223372036854771712");
    file("memory/kube/memory.limit_in_bytes", "268435456");
    file("cpu/kube/memory.limit_in_bytes", "1");
    assertThat(limit("3:cpu:/kube\n2:memory:/kube\n0::/\n")).isEqualTo(256L << 20);
  }

  @Test
  void shouldReadTheMountWhenThePathIsTheHosts() throws IOException {
    file("memory/memory.limit_in_bytes", "268435456");
    assertThat(limit("2:memory:/docker/0123\n")).isEqualTo(256L << 20);
  }

  @Test
  void shouldFindNoneWhenNothingLimits() throws IOException {
    file("memory/memory.limit_in_bytes", "9223372036854771712");
    assertThat(limit("2:memory:/\n0::/\n")).isEqualTo(MemoryLimit.NONE);
    assertThat(limit("")).isEqualTo(MemoryLimit.NONE);
    assertThat(MemoryLimit.bytes(folder.resolve("none"), folder)).isEqualTo(MemoryLimit.NONE);
  }
}

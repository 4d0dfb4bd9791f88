package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  private static final String FOLDER = "told.folder";
  private static final String JAAS = "required password=\"of-kafka\";";

  @TempDir private Path folder;

  /** An application that tells what it was started with. */
  static final class Told {
    private Told() {}

    public static void main(String[] arguments) throws IOException {
      Path folder = Path.of(System.getProperty(FOLDER));
      List<String> environment =
          System.getenv().entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
      Files.write(folder.resolve("environment"), environment);
      // Not from /proc, which other systems lack; absent where a system hides it.
      String seen =
          ProcessHandle.current().info().arguments().map(List::of).orElse(List.of()).toString();
      Files.writeString(folder.resolve("arguments"), seen + System.getProperties());
    }
  }

  private Path application() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Told.class.getName());
    String entry = Told.class.getName().replace('.', '/') + ".class";
    Path jar = folder.resolve("told.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        InputStream code = Told.class.getClassLoader().getResourceAsStream(entry)) {
      out.putNextEntry(new JarEntry(entry));
      code.transferTo(out);
    }
    return jar;
  }

  @Test
  void shouldHandSecretsOnInTheEnvironmentWhenTheyAreGiven() throws IOException {
    int code =
        Millrace.commandLine()
            .execute(
                "run",
                application().toString(),
                "--bootstrap=broker:9092",
                "--kafka=sasl.jaas.config=" + JAAS,
                "--redis=redis://:of-redis@host:6379",
                "--set=" + FOLDER + "=" + folder);

    assertThat(code).isEqualTo(ExitCodes.OK);
    assertThat(Files.readAllLines(folder.resolve("environment")))
        .contains(
            "KAFKA_BOOTSTRAP_SERVERS=broker:9092",
            "KAFKA_SASL_JAAS_CONFIG=" + JAAS,
            "QUARKUS_REDIS_HOSTS=redis://:of-redis@host:6379",
            "MALLOC_TRIM_THRESHOLD_=131072");
    assertThat(folder.resolve("arguments"))
        .content()
        .contains(FOLDER)
        .doesNotContain("of-kafka", "of-redis");
  }
}

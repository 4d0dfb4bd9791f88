package dev.millrace.runtime;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.json.declarative.DeclarativeFunction;
import dev.millrace.json.declarative.DeclarativeFunctions;
import dev.millrace.json.declarative.Topics;
import dev.millrace.runtime.config.ConfigurationException;
import dev.millrace.runtime.config.MillraceConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The functions that this pod may run: those of the application, and those of documents. */
@ApplicationScoped
public class FunctionRegistry {
  private final Instance<FunctionSource> sources;
  private final MillraceConfig config;

  @Inject
  public FunctionRegistry(@Any Instance<FunctionSource> sources, MillraceConfig config) {
    this.sources = sources;
    this.config = config;
  }

  /**
   * A function and the topics that its document names.
   *
   * @param definitions makes a definition of its own for each partition, for one serves one thread
   * @param topics null for a function that is written in Java
   */
  public record Entry(
      String name, Supplier<FunctionDefinition<?, ?, ?>> definitions, @Nullable Topics topics) {}

  /**
   * The functions that the pod is to run, by name.
   *
   * @throws ConfigurationException if a document cannot be read or a name is used twice
   */
  public List<Entry> entries() {
    return selected(all());
  }

  /** The names of all functions, also of those that the pod is not to run. */
  public Set<String> names() {
    return all().keySet();
  }

  private Map<String, Entry> all() {
    List<Entry> all = new ArrayList<>();
    sources.forEach(s -> s.definitions().forEach(d -> all.add(entry(s, d.spec().name()))));
    config.documents().orElse(List.of()).forEach(path -> all.add(read(Path.of(path))));
    Map<String, Entry> byName = new TreeMap<>();
    for (Entry entry : all) {
      if (byName.put(entry.name(), entry) != null) {
        throw new ConfigurationException(
            "Expected each function to have a name of its own, but two have the same: name="
                + entry.name()
                + ". Rename one.");
      }
    }
    return byName;
  }

  private List<Entry> selected(Map<String, Entry> byName) {
    for (String name : config.only().orElse(List.of())) {
      if (!byName.containsKey(name)) {
        throw new ConfigurationException(
            "Expected the application or a document to have the function, but none has:"
                + " quarkus.millrace.only="
                + name
                + ", functions="
                + byName.keySet()
                + ". Correct the name.");
      }
    }
    config.only().ifPresent(byName.keySet()::retainAll);
    return List.copyOf(byName.values());
  }

  private static Entry entry(FunctionSource source, String name) {
    return new Entry(
        name,
        () ->
            source.definitions().stream()
                .filter(d -> d.spec().name().equals(name))
                .findFirst()
                .orElseThrow(),
        null);
  }

  private static Entry read(Path path) {
    try {
      String text = Files.readString(path);
      DeclarativeFunction function = DeclarativeFunctions.parse(text, path.toString());
      return new Entry(
          function.definition().spec().name(),
          () -> DeclarativeFunctions.parse(text, path.toString()).definition(),
          function.topics());
    } catch (IOException e) {
      throw new ConfigurationException(
          "Expected a document that can be read, but it cannot: quarkus.millrace.document="
              + path
              + ", error="
              + e
              + ".",
          e);
    }
  }
}

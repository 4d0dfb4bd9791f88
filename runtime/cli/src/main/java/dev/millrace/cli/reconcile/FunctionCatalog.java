package dev.millrace.cli.reconcile;

import dev.millrace.cli.Application;
import dev.millrace.cli.CliException;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.StreamFunction;
import dev.millrace.json.ReflectiveFunctions;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The functions in an application: its classes with {@link StreamFunction}. */
public final class FunctionCatalog implements Functions {
  private static final String CLASS = ".class";
  private static final String CONFIGURATION = "application.properties";

  private final URLClassLoader loader;
  private final Map<String, Class<?>> functions = new TreeMap<>();

  private FunctionCatalog(List<Path> own, List<Path> libraries) {
    URL[] urls =
        Stream.concat(own.stream(), libraries.stream())
            .map(FunctionCatalog::url)
            .toArray(URL[]::new);
    this.loader = new URLClassLoader(urls, FunctionCatalog.class.getClassLoader());
    own.forEach(this::index);
  }

  /** Opens a Quarkus application. */
  public static FunctionCatalog ofApplication(Application application) {
    Path folder = application.folder();
    return new FunctionCatalog(
        jars(folder.resolve("app")), jars(folder.resolve("lib").resolve("main")));
  }

  /** Opens jars and folders of classes, separated as in a class path. */
  public static FunctionCatalog ofClassPath(String classPath) {
    List<Path> own =
        Arrays.stream(classPath.split(File.pathSeparator))
            .filter(entry -> !entry.isEmpty())
            .map(Path::of)
            .toList();
    return new FunctionCatalog(own, List.of());
  }

  private static List<Path> jars(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private void index(Path path) {
    for (String name : classNames(path)) {
      Class<?> candidate = load(name);
      StreamFunction function = candidate.getAnnotation(StreamFunction.class);
      if (function != null) {
        functions.put(function.value(), candidate);
      }
    }
  }

  private Class<?> load(String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      // A class for a framework that is not here; it is none of ours.
      return Object.class;
    }
  }

  private static List<String> classNames(Path path) {
    try {
      return Files.isDirectory(path) ? namesInFolder(path) : namesInJar(path);
    } catch (IOException e) {
      throw new CliException(
          "Expected a jar or a folder of classes, but could not read it: path=" + path, e);
    }
  }

  private static List<String> namesInFolder(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> folder.relativize(file).toString())
          .filter(FunctionCatalog::isClass)
          .map(FunctionCatalog::className)
          .toList();
    }
  }

  private static List<String> namesInJar(Path jar) throws IOException {
    List<String> names = new ArrayList<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      zip.stream()
          .map(ZipEntry::getName)
          .filter(FunctionCatalog::isClass)
          .map(FunctionCatalog::className)
          .forEach(names::add);
    }
    return names;
  }

  private static boolean isClass(String file) {
    return file.endsWith(CLASS) && !file.endsWith("-info.class") && !file.startsWith("META-INF");
  }

  private static String className(String file) {
    return file.substring(0, file.length() - CLASS.length()).replace('/', '.');
  }

  @Override
  public FunctionDefinition<?, ?, ?> define(String name) {
    Class<?> found = functions.get(name);
    if (found == null) {
      throw new CliException(
          "Expected a function of that name in the application, but there is none: function="
              + name
              + ", found="
              + functions.keySet());
    }
    return ReflectiveFunctions.define(found);
  }

  /** As the application's own configuration says. */
  @Override
  public Map<String, String> settings() {
    Properties configuration = new Properties();
    URL found = loader.findResource(CONFIGURATION);
    if (found != null) {
      try (InputStream in = found.openStream()) {
        configuration.load(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    Map<String, String> settings = new TreeMap<>();
    configuration
        .stringPropertyNames()
        .forEach(name -> settings.put(name, configuration.getProperty(name, "")));
    return settings;
  }

  /** As the application's own configuration says; what is set from outside is not known here. */
  @Override
  public FunctionTopics topics(String name) {
    Map<String, String> configuration = settings();
    String incoming = "mp.messaging.incoming." + name;
    String outgoing = "mp.messaging.outgoing." + name;
    return new FunctionTopics(
        inputs(configuration.get(incoming + ".topics"), configuration.get(incoming + ".topic")),
        configuration.get(outgoing + ".topic"),
        configuration.get(outgoing + "-late.topic"),
        configuration.get(outgoing + "-dead-letters.topic"));
  }

  private static List<String> inputs(@Nullable String several, @Nullable String one) {
    if (several != null) {
      return Stream.of(several.split(",")).map(String::strip).toList();
    }
    return one == null ? List.of() : List.of(one);
  }

  @Override
  public void close() {
    try {
      loader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

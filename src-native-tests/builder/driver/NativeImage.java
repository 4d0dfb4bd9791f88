import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts the image builder in a JVM of its own, as a {@code native-image} command does: translates the options that
 * Quarkus and the libraries on the class path use into the builder's own, and adds the configuration that lies in
 * {@code META-INF/native-image} of the jars. An option that it does not know is an error, never ignored.
 */
public final class NativeImage {
  private static final Path HOME = Path.of(System.getProperty("java.home"));
  private static final String VERSION = System.getProperty("builder.version");
  /** As Quarkus reads it, which knows versions by their vendors. */
  private static final String VENDOR_VERSION = "Mandrel-" + VERSION + ".0-Final";

  private static final String METADATA = "META-INF/native-image/";

  /** Options that are the builder's under another name; the value is what precedes the option's own value. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "--features", "-H:Features=",
          "--enable-url-protocols", "-H:EnableURLProtocols=",
          "--enable-monitoring", "-H:EnableMonitoringFeatures=",
          "--link-at-build-time", "-H:LinkAtBuildTime=",
          "--enable-native-access", "-H:EnableNativeAccess=",
          "--parallelism", "-H:NumberOfThreads=",
          "--trace-object-instantiation", "-H:TraceObjectInstantiation=");

  /** Options of older versions that say what is the default now. */
  private static final Set<String> DEFAULTS = Set.of("--no-fallback", "--allow-incomplete-classpath");

  /** Kinds of configuration files and the option that takes them as resources. */
  private static final Map<String, String> FILES =
      Map.of(
          "reflect-config.json", "ReflectionConfigurationResources",
          "jni-config.json", "JNIConfigurationResources",
          "proxy-config.json", "DynamicProxyConfigurationResources",
          "resource-config.json", "ResourceConfigurationResources",
          "serialization-config.json", "SerializationConfigurationResources",
          "reachability-metadata.json", "ReachabilityMetadataResources");

  private final List<String> jvm = new ArrayList<>();
  private final List<String> builder = new ArrayList<>();
  private final Set<Path> classPath = new LinkedHashSet<>();
  private final List<Excluded> excluded = new ArrayList<>();
  private String name = "";
  private String mainClass = "";

  /** Configuration that the caller does not want: of jars and resources whose names match. */
  private record Excluded(Pattern jar, Pattern resource) {}

  public static void main(String[] args) throws Exception {
    if (List.of(args).contains("--version")) {
      System.out.printf("native-image %s 2026-01-20%n", VERSION);
      System.out.printf("OpenJDK Runtime Environment %s (build %s)%n", VENDOR_VERSION, Runtime.version());
      System.out.printf("OpenJDK 64-Bit Server VM %s (build %s)%n", VENDOR_VERSION, Runtime.version());
      return;
    }
    NativeImage driver = new NativeImage();
    driver.commandLine(new ArrayList<>(List.of(args)));
    System.exit(driver.build());
  }

  private void commandLine(List<String> args) throws IOException {
    List<String> own = new ArrayList<>();
    while (!args.isEmpty()) {
      String arg = args.remove(0);
      switch (arg) {
        case "--exclude-config" ->
            excluded.add(new Excluded(Pattern.compile(args.remove(0)), Pattern.compile(args.remove(0))));
        case "-jar" -> jar(Path.of(args.remove(0)));
        case "-cp", "-classpath" ->
            Stream.of(args.remove(0).split(File.pathSeparator)).forEach(entry -> classPath.add(absolute(entry)));
        case "-o" -> name = args.remove(0);
        default -> {
          if (arg.startsWith("-")) {
            own.add(arg);
          } else if (mainClass.isEmpty() && args.contains("-jar")) {
            name = arg;
          } else if (mainClass.isEmpty()) {
            mainClass = arg;
          } else {
            name = arg;
          }
        }
      }
    }
    for (Path entry : classPath) {
      configurationOf(entry);
    }
    own.forEach(this::option);
  }

  /** The jar, what its manifest names beside it, and its main class. */
  private void jar(Path path) throws IOException {
    classPath.add(absolute(path.toString()));
    try (JarFile jar = new JarFile(path.toFile())) {
      var manifest = jar.getManifest().getMainAttributes();
      mainClass = manifest.getValue("Main-Class");
      String others = manifest.getValue("Class-Path");
      if (others != null) {
        Path folder = path.toAbsolutePath().getParent();
        Stream.of(others.split(" ")).filter(other -> !other.isBlank()).map(folder::resolve).filter(Files::exists)
            .forEach(other -> classPath.add(other.normalize()));
      }
    }
  }

  private static Path absolute(String entry) {
    return Path.of(entry).toAbsolutePath().normalize();
  }

  private void configurationOf(Path entry) throws IOException {
    if (!Files.isRegularFile(entry)) {
      return;
    }
    try (JarFile jar = new JarFile(entry.toFile())) {
      for (String resource : new TreeSet<>(jar.stream().map(JarEntry::getName).filter(this::isMetadata).toList())) {
        if (excluded.stream().noneMatch(e -> e.jar.matcher(entry.toString()).find()
            && e.resource.matcher("/" + resource).find())) {
          configuration(jar, resource);
        }
      }
    }
  }

  private boolean isMetadata(String resource) {
    String file = resource.substring(resource.lastIndexOf('/') + 1);
    return resource.startsWith(METADATA) && (FILES.containsKey(file) || file.equals("native-image.properties"));
  }

  private void configuration(JarFile jar, String resource) throws IOException {
    String kind = FILES.get(resource.substring(resource.lastIndexOf('/') + 1));
    if (kind != null) {
      builder.add("-H:" + kind + "=" + resource);
      return;
    }
    Properties properties = new Properties();
    try (InputStream in = jar.getInputStream(jar.getEntry(resource))) {
      properties.load(in);
    }
    String here = resource.substring(0, resource.lastIndexOf('/'));
    Stream.of(properties.getProperty("Args", "").replace("${.}", here).trim().split("\\s+"))
        .filter(arg -> !arg.isEmpty())
        .forEach(this::option);
    Stream.of(properties.getProperty("JavaArgs", "").trim().split("\\s+")).filter(arg -> !arg.isEmpty()).forEach(jvm::add);
  }

  private void option(String arg) {
    int equals = arg.indexOf('=');
    String option = equals < 0 ? arg : arg.substring(0, equals);
    String value = equals < 0 ? "" : arg.substring(equals + 1);
    if (arg.startsWith("-J")) {
      jvm.add(arg.substring(2));
    } else if (arg.startsWith("-H:") || arg.startsWith("-R:")) {
      builder.add(arg);
    } else if (arg.startsWith("-O")) {
      builder.add("-H:Optimize=" + arg.substring(2));
    } else if (arg.startsWith("-D")) {
      builder.add(arg);
    } else if (option.equals("--initialize-at-build-time") || option.equals("--initialize-at-run-time")) {
      builder.add("-H:ClassInitialization=" + initialization(value, option.substring("--initialize-at-".length())));
    } else if (RENAMED.containsKey(option)) {
      builder.add(RENAMED.get(option) + value);
    } else if (!DEFAULTS.contains(option)) {
      throw new IllegalArgumentException("Expected an option that this builder knows, but got: " + arg);
    }
  }

  private static String initialization(String classes, String when) {
    return Stream.of(classes.split(",")).map(type -> type + ":" + when.replace('-', '_')).collect(Collectors.joining(","));
  }

  private int build() throws IOException, InterruptedException {
    Path target = Path.of("").toAbsolutePath();
    List<String> options = new ArrayList<>(jvm);
    options.addAll(builder);
    options.addAll(List.of(mainClass, name));
    ImageCache cache = ImageCache.of(HOME, options, classPath);
    if (cache.restore(target)) {
      System.out.println("The same was built before: taken from the cache.");
      return 0;
    }
    Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    int code = run();
    if (code == 0) {
      cache.keep(target, start);
    }
    return code;
  }

  private int run() throws IOException, InterruptedException {
    Path arguments = Files.createTempFile("native-image", ".args");
    Path access = Files.createTempFile("native-image", ".access");
    try {
      Files.writeString(arguments, String.join("\0", arguments()));
      Files.write(access, access());
      return new ProcessBuilder(command(access, arguments)).inheritIO().start().waitFor();
    } finally {
      Files.deleteIfExists(arguments);
      Files.deleteIfExists(access);
    }
  }

  private List<String> arguments() {
    List<String> all = new ArrayList<>();
    String path = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    all.addAll(List.of("-imagecp", path));
    String work = Path.of("").toAbsolutePath().toString();
    all.add("-H:Path=" + work);
    all.add("-H:CLibraryPath=" + HOME.resolve("lib/svm/clibraries/linux-amd64"));
    // The JDK's libraries lie beside the image, or where they were made: see build.sh.
    all.add("-H:NativeLinkerOption=-Wl,-rpath,$ORIGIN:" + HOME.resolve("lib/svm/image-libs"));
    all.add("-H:NativeLinkerOption=-Wl,-rpath-link," + HOME.resolve("lib/svm/image-libs"));
    all.add("-H:ImageBuildID=" + UUID.nameUUIDFromBytes((path + builder).getBytes(StandardCharsets.UTF_8)));
    all.addAll(builder);
    all.add("-H:Class=" + mainClass);
    all.add("-H:Name=" + (name.isEmpty() ? mainClass.toLowerCase() : name));
    return all;
  }

  private List<String> command(Path access, Path arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(
        HOME.resolve("bin/java").toString(),
        "-XX:+UseParallelGC", "-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI", "-XX:-UseJVMCICompiler",
        "-XX:-UseJVMCINativeLibrary", "-Xss10m", "-XX:MaxRAMPercentage=40",
        "-Djava.system.class.loader=com.oracle.svm.hosted.NativeImageSystemClassLoader",
        "-Dorg.graalvm.nativeimage.imagecode=buildtime", "-Dorg.graalvm.version=" + VERSION,
        "-Dorg.graalvm.vendorversion=" + VENDOR_VERSION, "-Xshare:auto",
        "-Dcom.oracle.graalvm.isaot=true", "-Djdk.internal.lambda.disableEagerInitialization=true",
        "--add-modules=ALL-DEFAULT", "--enable-native-access=org.graalvm.nativeimage.builder",
        "@" + access,
        "--upgrade-module-path=" + jars("lib/jvmci"), "--module-path=" + jars("lib/svm/builder")));
    command.addAll(jvm);
    command.addAll(List.of("--module", "org.graalvm.nativeimage.builder/com.oracle.svm.hosted.NativeImageGeneratorRunner",
        "--image-args-file=" + arguments));
    return command;
  }

  private static String jars(String folder) throws IOException {
    try (Stream<Path> files = Files.list(HOME.resolve(folder))) {
      return files.map(Path::toString).filter(file -> file.endsWith(".jar")).sorted()
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  /** The builder reads the whole JDK from the inside: every package of every module is open to its modules. */
  private static List<String> access() {
    Set<String> readers = new TreeSet<>(Set.of("ALL-UNNAMED"));
    Path[] folders = {HOME.resolve("lib/jvmci"), HOME.resolve("lib/svm/builder")};
    ModuleFinder.of(folders).findAll().forEach(module -> readers.add(module.descriptor().name()));
    String to = "=" + String.join(",", readers);
    Set<String> booted = ModuleLayer.boot().modules().stream().map(Module::getName).collect(Collectors.toSet());
    booted.add("jdk.internal.vm.ci");
    return ModuleFinder.ofSystem().findAll().stream()
        .map(ModuleReference::descriptor)
        .filter(module -> booted.contains(module.name()) && !readers.contains(module.name()))
        .flatMap(module -> open(module, to))
        .toList();
  }

  private static Stream<String> open(ModuleDescriptor module, String to) {
    List<String> kinds = module.isOpen() ? List.of("--add-exports=") : List.of("--add-exports=", "--add-opens=");
    return new TreeSet<>(module.packages()).stream()
        .flatMap(pack -> kinds.stream().map(kind -> kind + module.name() + "/" + pack + to));
  }
}

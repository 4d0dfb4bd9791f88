package dev.millrace.deployment.determinism;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/** Class files of the application; what is not in its index is not its own code. */
final class ApplicationCode {
  private final IndexView index;
  private final ClassLoader loader;
  private final Map<String, Optional<ClassCode>> cache = new HashMap<>();

  ApplicationCode(IndexView index, ClassLoader loader) {
    this.index = index;
    this.loader = loader;
  }

  /** A class of the application by its internal name; null if it is none. */
  @Nullable ClassCode find(@Nullable String name) {
    return name == null ? null : cache.computeIfAbsent(name, this::read).orElse(null);
  }

  /**
   * The classes of the application in which a call may end: where the method is declared, going up
   * from its owner, and where a subtype overrides it.
   */
  List<ClassCode> targets(Use call) {
    List<ClassCode> targets = new ArrayList<>();
    for (ClassCode level = find(call.owner()); level != null; level = find(level.superName())) {
      if (level.methods().containsKey(call.signature())) {
        targets.add(level);
        break;
      }
    }
    if (find(call.owner()) != null && !call.name().equals("<init>")) {
      for (ClassInfo subtype : subtypes(call.owner())) {
        ClassCode code = find(internal(subtype.name()));
        if (code != null && code.methods().containsKey(call.signature())) {
          targets.add(code);
        }
      }
    }
    return targets;
  }

  private List<ClassInfo> subtypes(String owner) {
    DotName name = DotName.createSimple(owner.replace('/', '.'));
    List<ClassInfo> subtypes = new ArrayList<>(index.getAllKnownSubclasses(name));
    subtypes.addAll(index.getAllKnownImplementations(name));
    return subtypes;
  }

  private Optional<ClassCode> read(String name) {
    if (index.getClassByName(DotName.createSimple(name.replace('/', '.'))) == null) {
      return Optional.empty();
    }
    try (InputStream file = loader.getResourceAsStream(name + ".class")) {
      return file == null
          ? Optional.empty()
          : Optional.of(ClassCodeReader.read(file.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String internal(DotName name) {
    return name.toString().replace('.', '/');
  }
}

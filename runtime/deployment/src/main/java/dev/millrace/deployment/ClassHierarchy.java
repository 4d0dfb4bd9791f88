package dev.millrace.deployment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/** Classes with their supertypes, as far as the index knows them. */
final class ClassHierarchy {
  private static final DotName OBJECT = DotName.createSimple(Object.class);

  private final IndexView index;

  ClassHierarchy(IndexView index) {
    this.index = index;
  }

  /** A class by its name, or null if it is not in the index. */
  @Nullable ClassInfo find(String name) {
    return index.getClassByName(DotName.createSimple(name));
  }

  /** The class, its superclasses from below, then all their interfaces; without Object. */
  List<ClassInfo> of(ClassInfo type) {
    Map<DotName, ClassInfo> levels = new LinkedHashMap<>();
    ClassInfo level = type;
    while (level != null && !level.name().equals(OBJECT)) {
      levels.put(level.name(), level);
      DotName parent = level.superName();
      level = parent == null ? null : index.getClassByName(parent);
    }
    for (ClassInfo found : new ArrayList<>(levels.values())) {
      addInterfaces(found, levels);
    }
    return new ArrayList<>(levels.values());
  }

  /** Whether a class has a supertype. */
  boolean isSubtype(ClassInfo type, DotName supertype) {
    return of(type).stream().anyMatch(level -> level.name().equals(supertype));
  }

  private void addInterfaces(ClassInfo type, Map<DotName, ClassInfo> levels) {
    for (DotName name : type.interfaceNames()) {
      ClassInfo parent = index.getClassByName(name);
      if (parent != null) {
        levels.put(name, parent);
        addInterfaces(parent, levels);
      }
    }
  }
}

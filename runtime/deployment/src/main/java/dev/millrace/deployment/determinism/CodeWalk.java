package dev.millrace.deployment.determinism;

import dev.millrace.functions.model.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** One walk over the code that a function reaches. Each method is visited once. */
final class CodeWalk {
  private static final String STATE =
      "Keep it in the accumulator: nothing else is in a checkpoint. If it is a cache that cannot"
          + " change a result, mark the field transient, or the method @DeterministicBecause.";

  private final ApplicationCode application;
  private final String functionName;
  private final String functionClass;
  private final Deque<Visit> open = new ArrayDeque<>();
  private final Set<String> seen = new HashSet<>();
  private final List<Problem> problems = new ArrayList<>();

  /** A method, and how the function comes to call it. */
  private record Visit(ClassCode owner, String signature, List<String> path) {

    String method() {
      String type = owner.name().substring(owner.name().lastIndexOf('/') + 1).replace('$', '.');
      return type + "." + signature.substring(0, signature.indexOf('(')) + "()";
    }
  }

  CodeWalk(ApplicationCode application, String functionName) {
    this.application = application;
    this.functionName = functionName;
    this.functionClass = functionName.replace('.', '/');
  }

  /** Adds methods of a class and of its superclasses to start from. */
  void addAll(String className, Predicate<String> signatures) {
    for (ClassCode level = application.find(className);
        level != null;
        level = application.find(level.superName())) {
      for (String signature : level.methods().keySet()) {
        if (signatures.test(signature)) {
          add(level, signature, List.of());
        }
      }
    }
  }

  /** Walks, and tells what was found. */
  List<Problem> problems() {
    while (!open.isEmpty()) {
      Visit visit = open.remove();
      for (Use use : visit.owner().methods().getOrDefault(visit.signature(), List.of())) {
        look(visit, use);
      }
    }
    return List.copyOf(problems);
  }

  private void look(Visit visit, Use use) {
    switch (use.kind()) {
      case CALL -> call(visit, use);
      case STATIC_READ -> initialise(visit, use.owner());
      case STATIC_WRITE -> staticWrite(visit, use);
      case FIELD_WRITE -> fieldWrite(visit, use);
    }
  }

  private void call(Visit visit, Use call) {
    String remedy = ForbiddenCalls.remedy(call);
    if (remedy != null) {
      refuse(visit, call, "calls " + call.text(), remedy);
      return;
    }
    initialise(visit, call.owner());
    for (ClassCode target : application.targets(call)) {
      add(target, call.signature(), path(visit));
    }
  }

  private void initialise(Visit visit, String className) {
    ClassCode code = application.find(className);
    if (code != null && code.methods().containsKey("<clinit>()V")) {
      add(code, "<clinit>()V", path(visit));
    }
  }

  private void staticWrite(Visit visit, Use write) {
    boolean isOwnInitialiser =
        visit.signature().startsWith("<clinit>") && write.owner().equals(visit.owner().name());
    if (!isOwnInitialiser) {
      refuse(visit, write, "writes the static field " + write.text(), STATE);
    }
  }

  /** The function's own fields are state that no checkpoint holds. */
  private void fieldWrite(Visit visit, Use write) {
    boolean isOwn = write.owner().equals(functionClass) || isSuperclass(write.owner());
    ClassCode owner = application.find(write.owner());
    boolean isTransient = owner != null && owner.transientFields().contains(write.name());
    if (isOwn && !isTransient && !visit.signature().startsWith("<init>")) {
      refuse(visit, write, "writes the field " + write.text() + " of the function", STATE);
    }
  }

  private boolean isSuperclass(String className) {
    ClassCode level = application.find(functionClass);
    while (level != null && !level.name().equals(className)) {
      level = application.find(level.superName());
    }
    return level != null;
  }

  private void add(ClassCode owner, String signature, List<String> path) {
    boolean isTrusted = owner.isTrusted() || owner.trusted().contains(signature);
    if (!isTrusted && seen.add(owner.name() + "." + signature)) {
      open.add(new Visit(owner, signature, path));
    }
  }

  private static List<String> path(Visit visit) {
    List<String> path = new ArrayList<>(visit.path());
    path.add(visit.method());
    return path;
  }

  private void refuse(Visit visit, Use use, String what, String remedy) {
    String via = visit.path().isEmpty() ? "" : ", called by " + String.join(" → ", visit.path());
    problems.add(
        new Problem(
            functionName,
            visit.method(),
            "Expected a function to depend on its events alone, but it "
                + what
                + ": line="
                + use.line()
                + via,
            remedy));
  }
}

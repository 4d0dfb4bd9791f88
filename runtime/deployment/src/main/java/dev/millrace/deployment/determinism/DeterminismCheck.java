package dev.millrace.deployment.determinism;

import dev.millrace.functions.model.FunctionModel;
import dev.millrace.functions.model.MemberModel;
import dev.millrace.functions.model.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jboss.jandex.IndexView;

/**
 * Looks for what makes a function depend on more than its events: clocks, chance, the environment,
 * and state outside of the accumulator. It follows calls within the application from the function
 * class and from how its events come to be, but not into libraries, nor through reflection: what it
 * cannot see is left to the test kit, which replays every function.
 */
public final class DeterminismCheck {
  private final ApplicationCode application;

  private DeterminismCheck(ApplicationCode application) {
    this.application = application;
  }

  /** A check of the classes of an index, read through the context class loader. */
  public static DeterminismCheck of(IndexView index) {
    return new DeterminismCheck(
        new ApplicationCode(index, Thread.currentThread().getContextClassLoader()));
  }

  /** What is wrong with a function; empty if nothing was found. */
  public List<Problem> check(FunctionModel function) {
    CodeWalk walk = new CodeWalk(application, function.className());
    String functionClass = function.className().replace('.', '/');
    walk.addAll(functionClass, signature -> true);
    if (function.event() != null) {
      String event = function.event().name().replace('.', '/');
      List<String> read = accessors(function);
      walk.addAll(
          event,
          signature ->
              signature.startsWith("<init>")
                  || read.contains(signature.substring(0, signature.indexOf('('))));
    }
    return walk.problems();
  }

  /** Methods of the event that give event time or key. */
  private static List<String> accessors(FunctionModel function) {
    List<String> names = new ArrayList<>();
    var event = function.event();
    var model = event == null ? null : function.classes().get(event.name());
    if (model != null) {
      for (MemberModel member : model.members()) {
        if (!member.annotations().isEmpty()) {
          names.add(member.name());
        }
      }
    }
    return names;
  }
}

package dev.millrace.deployment;

import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.aggregate.AggregateFunction;
import dev.millrace.functions.model.FunctionModel;
import dev.millrace.functions.model.FunctionModel.Contract;
import dev.millrace.functions.model.MemberModel;
import dev.millrace.functions.state.TypeRef;
import io.quarkus.deployment.util.JandexUtil;
import java.util.List;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Type;
import org.jspecify.annotations.Nullable;

/** Describes function classes from the index, without loading them. */
final class JandexModels {
  private static final DotName WINDOW = DotName.createSimple(WindowFunction.class);
  private static final DotName MERGEABLE = DotName.createSimple(MergeableWindowFunction.class);
  private static final DotName RECORD = DotName.createSimple(RecordFunction.class);
  private static final DotName AGGREGATE = DotName.createSimple(AggregateFunction.class);

  private final IndexView index;
  private final ClassHierarchy hierarchy;

  JandexModels(IndexView index) {
    this.index = index;
    this.hierarchy = new ClassHierarchy(index);
  }

  /** The model of a function class. */
  FunctionModel describe(ClassInfo function) {
    Contract contract = contract(function);
    List<Type> arguments = arguments(function, contract);
    TypeRef event = argument(arguments, 0);
    TypeRef accumulator = contract.hasAccumulator() ? argument(arguments, 1) : null;
    List<MemberModel> methods = JandexMembers.annotatedMethods(hierarchy.of(function));
    JandexClasses classes = new JandexClasses(hierarchy);
    classes.addEvent(event, methods);
    classes.addState(accumulator);
    return new FunctionModel(
        function.name().toString(),
        JandexMembers.annotations(function.declaredAnnotations()),
        contract,
        JandexClasses.hasPlainConstructor(function),
        event,
        accumulator,
        argument(arguments, arguments.size() - 1),
        methods,
        classes.models());
  }

  private Contract contract(ClassInfo function) {
    return Contract.of(
        hierarchy.isSubtype(function, WINDOW),
        hierarchy.isSubtype(function, MERGEABLE),
        hierarchy.isSubtype(function, AGGREGATE),
        hierarchy.isSubtype(function, RECORD));
  }

  /** The type arguments; none if they are unknown, as of an interface implemented raw. */
  private List<Type> arguments(ClassInfo function, Contract contract) {
    List<Type> arguments =
        switch (contract) {
          case NONE, SEVERAL -> List.of();
          case RECORD -> JandexUtil.resolveTypeParameters(function.name(), RECORD, index);
          case AGGREGATE -> JandexUtil.resolveTypeParameters(function.name(), AGGREGATE, index);
          case WINDOW, MERGEABLE ->
              JandexUtil.resolveTypeParameters(function.name(), WINDOW, index);
        };
    boolean isRaw =
        arguments.stream().allMatch(type -> type.name().equals(JandexUtil.DOTNAME_OBJECT));
    return isRaw ? List.of() : arguments;
  }

  private static @Nullable TypeRef argument(List<Type> arguments, int at) {
    return at >= 0 && at < arguments.size() ? JandexTypes.ref(arguments.get(at)) : null;
  }
}

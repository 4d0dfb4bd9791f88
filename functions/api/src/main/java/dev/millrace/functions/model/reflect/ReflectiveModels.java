package dev.millrace.functions.model.reflect;

import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.aggregate.AggregateFunction;
import dev.millrace.functions.model.FunctionModel;
import dev.millrace.functions.model.FunctionModel.Contract;
import dev.millrace.functions.model.MemberModel;
import dev.millrace.functions.state.TypeRef;
import java.lang.reflect.Type;
import java.util.List;

/** Describes function classes by reflection. */
public final class ReflectiveModels {
  private ReflectiveModels() {}

  /** The model of a function class. */
  public static FunctionModel describe(Class<?> function) {
    Contract contract = contract(function);
    boolean known = contract.isOne();
    Type[] arguments = known ? TypeArguments.of(function, root(contract)) : new Type[0];
    TypeRef event = known ? TypeArguments.ref(arguments[0]) : null;
    TypeRef accumulator = contract.hasAccumulator() ? TypeArguments.ref(arguments[1]) : null;
    TypeRef result = known ? TypeArguments.ref(arguments[arguments.length - 1]) : null;
    List<MemberModel> methods = UserClasses.annotatedMethods(function);
    UserClasses classes = new UserClasses(function.getClassLoader());
    classes.addEvent(event, methods);
    classes.addState(accumulator);
    return new FunctionModel(
        function.getName(),
        UserClasses.annotations(function),
        contract,
        UserClasses.hasPlainConstructor(function),
        event,
        accumulator,
        result,
        methods,
        classes.models());
  }

  private static Class<?> root(Contract contract) {
    return switch (contract) {
      case AGGREGATE -> AggregateFunction.class;
      case RECORD -> RecordFunction.class;
      default -> WindowFunction.class;
    };
  }

  private static Contract contract(Class<?> function) {
    return Contract.of(
        WindowFunction.class.isAssignableFrom(function),
        MergeableWindowFunction.class.isAssignableFrom(function),
        AggregateFunction.class.isAssignableFrom(function),
        RecordFunction.class.isAssignableFrom(function));
  }
}

package dev.millrace.functions.model.reflect;

import dev.millrace.functions.MergeableWindowFunction;
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
    Class<?> root = contract == Contract.AGGREGATE ? AggregateFunction.class : WindowFunction.class;
    boolean known = root.isAssignableFrom(function) && contract != Contract.BOTH;
    Type[] arguments = known ? TypeArguments.of(function, root) : new Type[0];
    boolean aggregate = contract == Contract.AGGREGATE;
    TypeRef event = known ? TypeArguments.ref(arguments[0]) : null;
    TypeRef accumulator = known && !aggregate ? TypeArguments.ref(arguments[1]) : null;
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

  private static Contract contract(Class<?> function) {
    boolean window = WindowFunction.class.isAssignableFrom(function);
    boolean aggregate = AggregateFunction.class.isAssignableFrom(function);
    if (window && aggregate) {
      return Contract.BOTH;
    }
    if (aggregate) {
      return Contract.AGGREGATE;
    }
    if (!window) {
      return Contract.NONE;
    }
    return MergeableWindowFunction.class.isAssignableFrom(function)
        ? Contract.MERGEABLE
        : Contract.WINDOW;
  }
}

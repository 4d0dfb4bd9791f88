package dev.millrace.functions.state;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks up the access to user classes that {@link StateTypes#derive} meets. */
public interface StateShapes {

  /** No user classes at all. */
  StateShapes NONE =
      new StateShapes() {
        @Override
        public @Nullable RecordShape<?> shape(String className) {
          return null;
        }

        @Override
        public @Nullable List<? extends Enum<?>> constants(String className) {
          return null;
        }

        @Override
        public @Nullable StateType<?> ownType(String className) {
          return null;
        }
      };

  /** The shape of a record or field class; null if the class is neither. */
  @Nullable RecordShape<?> shape(String className);

  /** The constants of an enum in their order; null if the class is no enum. */
  @Nullable List<? extends Enum<?>> constants(String className);

  /** The state type that the class brings itself ({@link StoredAs}); null if it brings none. */
  @Nullable StateType<?> ownType(String className);
}

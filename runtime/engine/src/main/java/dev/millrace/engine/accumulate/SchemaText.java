package dev.millrace.engine.accumulate;

import dev.millrace.functions.state.StateSchema;
import java.util.ArrayList;
import java.util.List;

/** Canonical text of a {@link StateSchema}, {@code Name{field:type,field:type}}, and back. */
final class SchemaText {
  private SchemaText() {}

  static String of(StateSchema schema) {
    StringBuilder text = new StringBuilder(schema.name()).append('{');
    for (StateSchema.Field field : schema.fields()) {
      text.append(text.charAt(text.length() - 1) == '{' ? "" : ",");
      text.append(field.name()).append(':').append(field.type());
    }
    return text.append('}').toString();
  }

  static StateSchema parse(String text) {
    int open = text.indexOf('{');
    if (open < 0 || !text.endsWith("}")) {
      throw new IllegalArgumentException(
          "Expected a schema such as Totals{flights:long}, but it has no fields: text=" + text);
    }
    List<StateSchema.Field> fields = new ArrayList<>();
    int depth = 0;
    int start = open + 1;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean end = depth == 0 && (c == ',' || c == '}');
      if (end && i > start) {
        fields.add(field(text.substring(start, i)));
      }
      start = end ? i + 1 : start;
      depth += "{<".indexOf(c) >= 0 ? 1 : "}>".indexOf(c) >= 0 ? -1 : 0;
    }
    return new StateSchema(text.substring(0, open), fields);
  }

  private static StateSchema.Field field(String text) {
    int colon = text.indexOf(':');
    return new StateSchema.Field(text.substring(0, colon), text.substring(colon + 1));
  }
}

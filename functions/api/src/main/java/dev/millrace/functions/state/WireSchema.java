package dev.millrace.functions.state;

import java.util.ArrayList;
import java.util.List;

/**
 * The canonical text of a stored type as a tree.
 *
 * <pre>
 * type   = plain [ "?" ]
 * plain  = word                               long, string, instant …
 *        | word "&lt;" type { "," type } "&gt;"     list, set, map
 *        | "enum(" word { "|" word } ")"
 *        | word "{" [ name ":" type { "," name ":" type } ] "}"
 * </pre>
 */
sealed interface WireSchema {

  /** With the names of records. */
  String text();

  /** Without the names of records. */
  String layout();

  /** A type without parts. */
  record Scalar(String name) implements WireSchema {
    @Override
    public String text() {
      return name;
    }

    @Override
    public String layout() {
      return name;
    }
  }

  /** A collection. */
  record Generic(String name, List<WireSchema> arguments) implements WireSchema {
    @Override
    public String text() {
      return name + "<" + String.join(",", arguments.stream().map(WireSchema::text).toList()) + ">";
    }

    @Override
    public String layout() {
      return name
          + "<"
          + String.join(",", arguments.stream().map(WireSchema::layout).toList())
          + ">";
    }
  }

  /** An enum; values are written as the index of the constant. */
  record Constants(List<String> names) implements WireSchema {
    @Override
    public String text() {
      return "enum(" + String.join("|", names) + ")";
    }

    @Override
    public String layout() {
      return text();
    }
  }

  /** A value or null. */
  record Optional(WireSchema inner) implements WireSchema {
    @Override
    public String text() {
      return inner.text() + "?";
    }

    @Override
    public String layout() {
      return inner.layout() + "?";
    }
  }

  /** Named fields. */
  record Struct(String name, List<Member> members) implements WireSchema {

    static Struct of(StateSchema schema) {
      List<Member> members = new ArrayList<>();
      for (StateSchema.Field field : schema.fields()) {
        members.add(new Member(field.name(), parse(field.type())));
      }
      return new Struct(schema.name(), members);
    }

    StateSchema toStateSchema() {
      return new StateSchema(
          name,
          members.stream().map(m -> new StateSchema.Field(m.name(), m.type().text())).toList());
    }

    @Override
    public String text() {
      return name
          + "{"
          + String.join(",", members.stream().map(m -> m.name() + ":" + m.type().text()).toList())
          + "}";
    }

    /** Whether the name takes part in compatibility. */
    boolean isNominal() {
      return name.startsWith("@");
    }

    @Override
    public String layout() {
      return (isNominal() ? name : "")
          + "{"
          + String.join(",", members.stream().map(m -> m.name() + ":" + m.type().layout()).toList())
          + "}";
    }
  }

  /** A field. */
  record Member(String name, WireSchema type) {}

  /**
   * Reads the canonical text.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  static WireSchema parse(String text) {
    Parser parser = new Parser(text);
    WireSchema schema = parser.type();
    parser.end();
    return schema;
  }

  /** Recursive descent over the grammar above. */
  final class Parser {
    private final String text;
    private int at;

    private Parser(String text) {
      this.text = text;
    }

    private WireSchema type() {
      WireSchema plain = plain();
      return next('?') ? new Optional(plain) : plain;
    }

    private WireSchema plain() {
      String word = word();
      if (next('<')) {
        return new Generic(word, arguments());
      }
      if (word.equals("enum") && next('(')) {
        return new Constants(constants());
      }
      if (next('{')) {
        return new Struct(word, members());
      }
      return new Scalar(word);
    }

    private List<WireSchema> arguments() {
      List<WireSchema> arguments = new ArrayList<>();
      do {
        arguments.add(type());
      } while (next(','));
      require('>');
      return List.copyOf(arguments);
    }

    private List<String> constants() {
      List<String> names = new ArrayList<>();
      do {
        names.add(word());
      } while (next('|'));
      require(')');
      return List.copyOf(names);
    }

    private List<Member> members() {
      List<Member> members = new ArrayList<>();
      if (next('}')) {
        return members;
      }
      do {
        String name = word();
        require(':');
        members.add(new Member(name, type()));
      } while (next(','));
      require('}');
      return List.copyOf(members);
    }

    private String word() {
      int from = at;
      while (at < text.length() && "<>(){}|,:?".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      if (from == at) {
        throw malformed("a name");
      }
      return text.substring(from, at);
    }

    private boolean next(char wanted) {
      if (at < text.length() && text.charAt(at) == wanted) {
        at++;
        return true;
      }
      return false;
    }

    private void require(char wanted) {
      if (!next(wanted)) {
        throw malformed("'" + wanted + "'");
      }
    }

    private void end() {
      if (at < text.length()) {
        throw malformed("the end");
      }
    }

    private IllegalArgumentException malformed(String wanted) {
      return new IllegalArgumentException(
          "Expected "
              + wanted
              + " in a state schema, but there is something else: position="
              + at
              + ", text="
              + text
              + ".");
    }
  }
}

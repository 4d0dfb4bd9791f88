package dev.millrace.deployment.determinism;

/**
 * What an instruction refers to. Names are internal ones, as {@code java/time/Instant}.
 *
 * @param descriptor of the method or field
 * @param line in the source; 0 if the class has no line numbers
 */
record Use(Kind kind, String owner, String name, String descriptor, int line) {

  /** What is done with it. */
  enum Kind {
    /** A method is called, or a reference to it is made. */
    CALL,
    /** A static field is read, which initialises its class. */
    STATIC_READ,
    /** A static field is written. */
    STATIC_WRITE,
    /** A field of an object is written. */
    FIELD_WRITE
  }

  /** Key of a method within its class. */
  String signature() {
    return name + descriptor;
  }

  /** As it reads in a source, for example {@code Instant.now()}. */
  String text() {
    String type = owner.substring(Math.max(owner.lastIndexOf('/'), owner.lastIndexOf('$')) + 1);
    if (kind != Kind.CALL) {
      return type + "." + name;
    }
    return name.equals("<init>") ? "new " + type + "()" : type + "." + name + "()";
  }
}

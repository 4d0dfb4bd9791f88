package dev.millrace.deployment.determinism;

import dev.millrace.functions.DeterministicBecause;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Reads what method bodies call and write. */
final class ClassCodeReader extends ClassVisitor {
  private static final int API = Opcodes.ASM9;
  private static final String TRUSTED = Type.getDescriptor(DeterministicBecause.class);

  private final Map<String, List<Use>> methods = new LinkedHashMap<>();
  private final Set<String> trusted = new HashSet<>();
  private final Set<String> transientFields = new HashSet<>();
  private String className = "";
  private @Nullable String superClass;
  private boolean isTrusted;

  private ClassCodeReader() {
    super(API);
  }

  /** Reads a class file. */
  static ClassCode read(byte[] classFile) {
    ClassCodeReader reader = new ClassCodeReader();
    new ClassReader(classFile).accept(reader, ClassReader.SKIP_FRAMES);
    return new ClassCode(
        reader.className,
        reader.superClass,
        reader.methods,
        reader.trusted,
        reader.isTrusted,
        reader.transientFields);
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    className = name;
    superClass = superName;
  }

  @Override
  public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    return descriptor.equals(TRUSTED) ? new Reason(() -> isTrusted = true) : null;
  }

  @Override
  public @Nullable FieldVisitor visitField(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      @Nullable Object value) {
    if ((access & Opcodes.ACC_TRANSIENT) != 0) {
      transientFields.add(name);
    }
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    List<Use> uses = new ArrayList<>();
    methods.put(name + descriptor, uses);
    return new Body(uses, () -> trusted.add(name + descriptor));
  }

  /** Counts only with a reason. */
  private static final class Reason extends AnnotationVisitor {
    private final Runnable whenGiven;

    Reason(Runnable whenGiven) {
      super(API);
      this.whenGiven = whenGiven;
    }

    @Override
    public void visit(String name, Object value) {
      if (value instanceof String reason && !reason.isBlank()) {
        whenGiven.run();
      }
    }
  }

  private static final class Body extends MethodVisitor {
    private final List<Use> uses;
    private final Runnable whenTrusted;
    private int line;

    Body(List<Use> uses, Runnable whenTrusted) {
      super(API);
      this.uses = uses;
      this.whenTrusted = whenTrusted;
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      return descriptor.equals(TRUSTED) ? new Reason(whenTrusted) : null;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      uses.add(new Use(Use.Kind.CALL, owner, name, descriptor, line));
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      switch (opcode) {
        case Opcodes.PUTSTATIC -> add(Use.Kind.STATIC_WRITE, owner, name, descriptor);
        case Opcodes.GETSTATIC -> add(Use.Kind.STATIC_READ, owner, name, descriptor);
        case Opcodes.PUTFIELD -> add(Use.Kind.FIELD_WRITE, owner, name, descriptor);
        default -> {
          // Reading a field of an object is harmless.
        }
      }
    }

    /** Lambdas and method references: what they stand for is called sooner or later. */
    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle handle && handle.getDesc().startsWith("(")) {
          add(Use.Kind.CALL, handle.getOwner(), handle.getName(), handle.getDesc());
        }
      }
    }

    private void add(Use.Kind kind, String owner, String name, String descriptor) {
      uses.add(new Use(kind, owner, name, descriptor, line));
    }
  }
}

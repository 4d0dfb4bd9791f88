package dev.millrace.runtime.pages;

import org.graalvm.nativeimage.c.function.CFunction;
import org.graalvm.word.PointerBase;
import org.graalvm.word.UnsignedWord;
import org.graalvm.word.WordFactory;

/** The kernel, asked through the C library; only a native executable can, and may load it. */
final class Kernel {
  private Kernel() {}

  /** Whether the kernel took the advice; an older one may not know it. */
  static boolean advise(Mapping mapping, Mapping.Advice advice) {
    PointerBase start = WordFactory.pointer(mapping.start());
    return madvise(start, WordFactory.unsigned(mapping.bytes()), advice.number()) == 0;
  }

  @CFunction("madvise")
  private static native int madvise(PointerBase address, UnsignedWord length, int advice);
}

package dev.millrace.runtime.lane;

/**
 * An {@link Error} as something to react to like to any failure: a library that cannot be loaded or
 * linked, no memory. Left alone it would end the thread that it happens on, and what that thread
 * had to do would stand still with nobody the wiser (case N01).
 */
public final class BrokenMachineException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private BrokenMachineException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The failure itself if it can be thrown anywhere, else as one of these. */
  public static RuntimeException unchecked(Throwable error) {
    if (error instanceof RuntimeException failure) {
      return failure;
    }
    return new BrokenMachineException(
        "Expected the virtual machine to do its part, but it failed: error="
            + error
            + ". If it is a library that cannot be loaded, see that java.io.tmpdir can be written"
            + " and holds programs; if it is memory, give the pod more.",
        error);
  }
}

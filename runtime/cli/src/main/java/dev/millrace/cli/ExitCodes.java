package dev.millrace.cli;

/** Exit codes of all commands. */
public final class ExitCodes {

  /** Done, and nothing to object to. */
  public static final int OK = 0;

  /** Done, and something is wrong: differences, damaged checkpoints. */
  public static final int FOUND = 1;

  /** The command line cannot be understood. */
  public static final int USAGE = 2;

  /** It could not be done: a service is not there, something is refused. */
  public static final int FAILED = 3;

  private ExitCodes() {}
}

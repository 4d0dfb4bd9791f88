package dev.millrace.runtime.pages;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file, or a part of one, in the memory of a process, as {@code /proc/<pid>/smaps} lists it.
 *
 * @param start its first address
 * @param end the address after its last one
 * @param isWritable by the process, at present
 * @param isChanged whether it holds pages that are no longer the file's: written to by the process
 * @param file its path
 */
record Mapping(long start, long end, boolean isWritable, boolean isChanged, String file) {
  private static final Pattern HEAD =
      Pattern.compile("([0-9a-f]+)-([0-9a-f]+) (\\S{4}) \\S+ \\S+ \\S+\\s*(.*)");
  private static final Pattern ANONYMOUS = Pattern.compile("Anonymous:\\s*(\\d+) kB");
  private static final int HEX = 16;
  private static final int WRITES = 1;

  /** What the kernel is told about a mapping; both leave its content as it is. */
  enum Advice {
    /**
     * Forget the pages: they are mapped again from the kernel's cache of the file when they are
     * touched. What the process has written would be lost with them.
     */
    DONT_NEED(4),

    /**
     * Reclaim the pages as if memory were short, which keeps what was written. The kernel does so
     * only for whoever owns the file or may write to it, and not for pages that others have mapped.
     */
    PAGE_OUT(21);

    private final int number;

    Advice(int number) {
      this.number = number;
    }

    /** Of the kernel's interface, on all processors that Linux knows but Alpha. */
    int number() {
      return number;
    }
  }

  /** The mappings of files; of others there is nothing that could be read again. */
  static List<Mapping> read(BufferedReader smaps) throws IOException {
    List<Mapping> found = new ArrayList<>();
    Matcher head = HEAD.matcher("");
    Matcher anonymous = ANONYMOUS.matcher("");
    boolean isFile = false;
    for (String line = smaps.readLine(); line != null; line = smaps.readLine()) {
      if (isFile && anonymous.reset(line).matches()) {
        found.add(of(head, !anonymous.group(1).equals("0")));
        isFile = false;
      } else if (Character.digit(line.charAt(0), HEX) >= 0) {
        isFile = head.reset(line).matches() && head.group(4).startsWith("/");
      }
    }
    return found;
  }

  private static Mapping of(Matcher head, boolean isChanged) {
    return new Mapping(
        Long.parseUnsignedLong(head.group(1), HEX),
        Long.parseUnsignedLong(head.group(2), HEX),
        head.group(3).charAt(WRITES) == 'w',
        isChanged,
        head.group(4));
  }

  /**
   * What to tell about it. Only what nobody writes to is forgotten, and only of the executable:
   * libraries come and go, and while one is loaded its data can look as if it were never written.
   */
  Advice advice(String executable) {
    return !isWritable && !isChanged && file.equals(executable)
        ? Advice.DONT_NEED
        : Advice.PAGE_OUT;
  }

  long bytes() {
    return end - start;
  }
}

package dev.millrace.state.objectstore;

/** What keys may look like: such that no key escapes the base of a store. */
public final class ObjectKeys {

  private ObjectKeys() {}

  /**
   * Checks a key.
   *
   * @return the key
   * @throws ObjectStoreUsageException if it is empty, absolute, or has empty or dotted segments
   */
  public static String requireValid(String key) {
    for (String segment : key.split("/", -1)) {
      if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
        throw new ObjectStoreUsageException(
            "Expected a relative path as key, but it is not: key=" + key, null);
      }
    }
    return key;
  }
}

package dev.millrace.state.rocksdb;

/**
 * How a family's large values are kept apart from its keys, decided at each flush. Three things are
 * weighed: what merging tables writes anew is uploaded with the next checkpoint, garbage is kept on
 * disk, and each file is an object.
 *
 * <p>Values get files of their own when a flush, or what has gathered in tables, is a share of the
 * state that is worth a file; until then they stay in tables, so that there are some hundred files
 * however small the flushes are. What still lives in the oldest value files is written anew by
 * merges, and they go: nothing while little is garbage, for nearly all would be written anew in
 * vain; then few files, of which least lives; and the more, the more garbage there is, so that the
 * disk is bounded however fast values change. After Rosenblum and Ousterhout, <i>The Design and
 * Implementation of a Log-Structured File System</i>, 1992.
 *
 * @param separate whether values of what is written next go to files of their own
 * @param cleaned how many of the oldest value files merges may clean; from 0
 */
record ValueFiles(boolean separate, int cleaned) {
  /** Of a family that was just opened. */
  static final ValueFiles INITIAL = new ValueFiles(true, 0);

  /** A flush that is so much of the state is worth a file. */
  private static final long FLUSH_FRACTION = 256;

  /** So are values in tables, where keys alone are less. */
  private static final long TABLES_FRACTION = 40;

  /**
   * What a family holds, in bytes.
   *
   * @param unflushed in memtables
   * @param tables in table files
   * @param values in value files, garbage among it
   * @param garbage values that no key has any more
   */
  record Sizes(long unflushed, long tables, long values, long garbage) {}

  /**
   * Decides.
   *
   * @param files sizes of value files, the oldest first
   */
  static ValueFiles of(Sizes sizes, long[] files) {
    long state = sizes.tables() + sizes.values();
    boolean separate =
        sizes.unflushed() * FLUSH_FRACTION >= state || sizes.tables() * TABLES_FRACTION >= state;
    return new ValueFiles(separate, cleaned(sizes, files));
  }

  private static int cleaned(Sizes sizes, long[] files) {
    double share = share(sizes.values() == 0 ? 0 : (double) sizes.garbage() / sizes.values());
    if (share == 0 || files.length == 0) {
      return 0;
    }
    double left = share * sizes.values() - files[0];
    int count = 1;
    while (count < files.length && left >= files[count]) {
      left -= files[count++];
    }
    return count;
  }

  /** Of all bytes in value files, those of the oldest that are cleaned at once. */
  private static double share(double garbage) {
    if (garbage < 0.4) {
      return 0;
    }
    if (garbage < 0.5) {
      return 0.02;
    }
    if (garbage < 0.6) {
      return 0.04;
    }
    return garbage < 0.75 ? 0.08 : 0.5;
  }

  /**
   * The setting of RocksDB that comes to that many files: it takes the whole number below this
   * share of them.
   *
   * @param files how many there are
   */
  double cutoff(int files) {
    return cleaned == 0 ? 0 : Math.min(1, (cleaned + 0.5) / files);
  }
}

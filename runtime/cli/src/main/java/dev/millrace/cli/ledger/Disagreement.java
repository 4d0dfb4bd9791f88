package dev.millrace.cli.ledger;

/**
 * One thing on which Redis, the object store and Kafka do not agree.
 *
 * @param where {@code meta} or a partition as {@code p:3}
 * @param seen what each of them says
 */
record Disagreement(String where, Problem problem, String seen) {

  /** The same in words, for JSON. */
  record Row(
      String where, String problem, String seen, String right, boolean blocking, String remedy) {}

  Row row() {
    return new Row(
        where,
        problem.label(),
        seen,
        problem.right().label(),
        problem.isBlocking(),
        problem.remedy());
  }
}

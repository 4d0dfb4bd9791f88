package dev.millrace.cli.demo;

import dev.millrace.cli.reconcile.Reconciliation;
import java.util.List;

/**
 * What the demo found.
 *
 * @param reports number of reports in the month
 * @param functions their last status
 * @param reconciliations one per function
 * @param truthRows rows of the table that someone else computed per carrier and hour
 * @param truthDifferences rows of it that the function did not emit just so, or emitted besides
 * @param reconcileMs time that the reconciliation took
 */
record DemoResult(
    int reports,
    List<FunctionStatus> functions,
    List<Reconciliation> reconciliations,
    long truthRows,
    long truthDifferences,
    long reconcileMs) {

  boolean isClean() {
    return truthDifferences == 0 && reconciliations.stream().allMatch(Reconciliation::isClean);
  }
}

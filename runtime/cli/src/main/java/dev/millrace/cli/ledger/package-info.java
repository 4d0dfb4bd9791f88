/** {@code millrace ledger}: shows, cross-checks and rebuilds the ledger (rule L3). */
@NullMarked
package dev.millrace.cli.ledger;

import org.jspecify.annotations.NullMarked;

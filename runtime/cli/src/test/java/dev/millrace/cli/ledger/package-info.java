@NullMarked
package dev.millrace.cli.ledger;

import org.jspecify.annotations.NullMarked;

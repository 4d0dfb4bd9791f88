@NullMarked
package dev.millrace.runtime.ledger;

import org.jspecify.annotations.NullMarked;

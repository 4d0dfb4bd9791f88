/** What Kafka and the ledger say of the functions, asked for in few calls whatever their number. */
@NullMarked
package dev.millrace.operator.observe;

import org.jspecify.annotations.NullMarked;

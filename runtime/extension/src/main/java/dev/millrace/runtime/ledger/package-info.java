/**
 * The ledger: the fast, shared, fenced index over what object storage and Kafka hold (rules L1–L6).
 *
 * <p>The records and {@link dev.millrace.runtime.ledger.EntryFormat} need nothing but the JDK, so
 * that tools can read the ledger with any Redis client; {@link
 * dev.millrace.runtime.ledger.RedisLedger} needs a Vert.x Redis client, but no CDI.
 */
@NullMarked
package dev.millrace.runtime.ledger;

import org.jspecify.annotations.NullMarked;

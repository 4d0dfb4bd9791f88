/** What a record costs in the engine and the state store, without Kafka. */
@NullMarked
package dev.millrace.bench.engine;

import org.jspecify.annotations.NullMarked;

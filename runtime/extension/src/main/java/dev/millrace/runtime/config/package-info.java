/** Configuration under {@code quarkus.millrace}, and the Kafka settings a function resolves to. */
@NullMarked
package dev.millrace.runtime.config;

import org.jspecify.annotations.NullMarked;

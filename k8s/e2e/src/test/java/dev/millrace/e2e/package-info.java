/**
 * Operator and functions in real pods on a real Kubernetes, seen only from outside: through
 * kubectl, Kafka, Redis and the API server.
 */
@NullMarked
package dev.millrace.e2e;

import org.jspecify.annotations.NullMarked;

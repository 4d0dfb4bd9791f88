/**
 * Real Kafka, Redis and S3 servers as child processes, for trying things out and for tests. Nothing
 * here is meant for production.
 */
@NullMarked
package dev.millrace.services;

import org.jspecify.annotations.NullMarked;

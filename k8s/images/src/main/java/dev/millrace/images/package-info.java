/**
 * Makes container images without a Docker daemon and, if need be, without a registry: the base is
 * then this machine's Java runtime, cut down, with the few system libraries that it needs.
 */
@NullMarked
package dev.millrace.images;

import org.jspecify.annotations.NullMarked;

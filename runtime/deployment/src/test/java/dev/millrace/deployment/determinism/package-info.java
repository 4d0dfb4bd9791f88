@NullMarked
package dev.millrace.deployment.determinism;

import org.jspecify.annotations.NullMarked;

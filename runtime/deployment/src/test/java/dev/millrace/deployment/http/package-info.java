@NullMarked
package dev.millrace.deployment.http;

import org.jspecify.annotations.NullMarked;

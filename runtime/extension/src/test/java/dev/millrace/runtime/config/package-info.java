@NullMarked
package dev.millrace.runtime.config;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.millrace.runtime.pages;

import org.jspecify.annotations.NullMarked;

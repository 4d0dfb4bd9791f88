@NullMarked
package dev.millrace.samples.logins;

import org.jspecify.annotations.NullMarked;

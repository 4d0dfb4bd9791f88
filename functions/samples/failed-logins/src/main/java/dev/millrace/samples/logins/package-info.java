/** Alerts on addresses from which logins keep failing. */
@NullMarked
package dev.millrace.samples.logins;

import org.jspecify.annotations.NullMarked;

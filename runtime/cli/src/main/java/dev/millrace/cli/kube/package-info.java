/** What {@code kubectl millrace} does: functions on Kubernetes, by way of kubectl. */
@NullMarked
package dev.millrace.cli.kube;

import org.jspecify.annotations.NullMarked;

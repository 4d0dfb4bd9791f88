@NullMarked
package dev.millrace.cli.kube;

import org.jspecify.annotations.NullMarked;

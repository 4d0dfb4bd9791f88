@NullMarked
package dev.millrace.cli.demo;

import org.jspecify.annotations.NullMarked;

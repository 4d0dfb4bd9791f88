@NullMarked
package dev.millrace.state.rocksdb;

import org.jspecify.annotations.NullMarked;

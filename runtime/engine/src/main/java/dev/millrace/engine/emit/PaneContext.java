package dev.millrace.engine.emit;

import dev.millrace.functions.PaneKind;
import dev.millrace.functions.WindowContext;

record PaneContext(byte[] keyBytes, long startMs, long endMs, PaneKind paneKind, int paneIndex)
    implements WindowContext {}

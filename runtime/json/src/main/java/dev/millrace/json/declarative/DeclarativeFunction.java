package dev.millrace.json.declarative;

import dev.millrace.engine.FunctionDefinition;

/** A function that a document defines, and its topics. */
public record DeclarativeFunction(
    FunctionDefinition<JsonEvent, ?, JsonRow> definition, Topics topics) {}

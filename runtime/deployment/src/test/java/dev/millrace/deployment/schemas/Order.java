package dev.millrace.deployment.schemas;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/** A record of Avro, with the builder that each has. */
public abstract class Order extends SpecificRecordBase {
  private static final long serialVersionUID = 1;

  /** As a schema names it. */
  public static final Schema SCHEMA$ = Schema.create(Schema.Type.NULL);

  /** Makes orders. */
  public abstract static class Builder {}
}

package dev.millrace.deployment.schemas;

import org.apache.avro.specific.AvroGenerated;

/** An enum of Avro, which only its annotation tells from others. */
@AvroGenerated
public enum Channel {
  WEB,
  SHOP
}

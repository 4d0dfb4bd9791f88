package dev.millrace.engine.rekey;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.RejectReason;
import org.jspecify.annotations.Nullable;

/** Where stage one of a re-keyed function writes (rule R1). */
public interface RekeyOutput {

  /**
   * A record for the re-key topic, to the partition of the key.
   *
   * @param watermarkMs the source's watermark after the record, to be written in-band
   */
  void forward(byte[] key, InputRecord record, long watermarkMs);

  /** A record that was rejected. */
  void reject(InputRecord record, RejectReason reason, String message, @Nullable Throwable cause);
}

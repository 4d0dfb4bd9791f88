package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where and when state is saved (rules C1 to C6). */
@ValidationRule(
    value = "self.location == oldSelf.location",
    message =
        "Expected the location of checkpoints to stay, because the function's state is there. To"
            + " move it: delete this StreamFunction with deletionPolicy Retain, copy the objects,"
            + " and create it anew with the new location; it goes on where it was.",
    fieldPath = ".location")
@ValidationRule(
    value = "self.location.startsWith('s3://') || !has(self.s3)",
    message =
        "Expected s3 settings only with a location in a bucket, but the location is another. Remove"
            + " checkpoints.s3, or set a location as s3://bucket/prefix.",
    fieldPath = ".s3")
@JsonIgnoreProperties(ignoreUnknown = true)
public record Checkpoints(
    @JsonPropertyDescription(
            "A bucket, s3://bucket/prefix, or a folder that all pods mount, file:///folder. Cannot be changed.")
        @Required
        @Pattern("^(s3://[^/]+(/.*)?|file:///.+)$")
        @Size(max = 1024)
        String location,
    @JsonPropertyDescription(
            "Longest time between two checkpoints of a partition that made progress.")
        @Default("30s")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        String interval,
    @JsonPropertyDescription("A checkpoint comes early when replaying the tail would take longer.")
        @Default("5s")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        String recoveryTarget,
    @JsonPropertyDescription("Checkpoints kept per partition.") @Default("3") @Min(1) @Max(100)
        Integer retain,
    @JsonPropertyDescription("For a server other than AWS.") @Nullable S3 s3) {

  public Checkpoints {
    interval = Objects.requireNonNullElse(interval, "30s");
    recoveryTarget = Objects.requireNonNullElse(recoveryTarget, "5s");
    retain = Objects.requireNonNullElse(retain, 3);
  }

  /** A server that speaks S3. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record S3(
      @JsonPropertyDescription("Its address, as http://minio:9000.")
          @Pattern("^https?://.+$")
          @Size(max = 1024)
          @Nullable String endpoint,
      @JsonPropertyDescription("Region.") @Default("us-east-1") String region,
      @JsonPropertyDescription("Whether the bucket is part of the path rather than the host name.")
          @Default("true")
          Boolean pathStyle) {

    public S3 {
      region = Objects.requireNonNullElse(region, "us-east-1");
      pathStyle = Objects.requireNonNullElse(pathStyle, true);
    }
  }
}

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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The input topic, or several (rule R5), and how to reach Kafka. */
@ValidationRule(
    value = "has(self.topic) != has(self.topics)",
    message =
        "Expected one input topic or a list of them, but there is neither or there are both. Set"
            + " source.topic to the name of a topic, or source.topics to the names of several.")
@ValidationRule(
    value = "!has(self.topics) || self.topics.all(t, self.topics.exists_one(u, u == t))",
    message =
        "Expected each input topic once, but one is given twice. Remove it from source.topics.",
    fieldPath = ".topics")
@ValidationRule(
    value =
        "(has(self.topics) ? self.topics : has(self.topic) ? [self.topic] : []).exists(t,"
            + " t in (has(oldSelf.topics) ? oldSelf.topics"
            + " : has(oldSelf.topic) ? [oldSelf.topic] : []))",
    message =
        "Expected at least one input topic to stay, because offsets and state belong to them. Create"
            + " another StreamFunction for other topics; this one can go on beside it.")
@ValidationRule(
    value =
        "has(self.rekeyPartitions)"
            + " ? has(oldSelf.rekeyPartitions) && self.rekeyPartitions == oldSelf.rekeyPartitions"
            + " : !has(oldSelf.rekeyPartitions)",
    message =
        "Expected the number of re-key partitions to stay, because another one sends keys to other"
            + " partitions than those that hold their windows. Create another StreamFunction.",
    fieldPath = ".rekeyPartitions")
@JsonIgnoreProperties(ignoreUnknown = true)
public record Source(
    @JsonPropertyDescription(
            "Name of the topic; it must exist. Cannot be changed, only become one of several.")
        @Pattern("^[A-Za-z0-9._-]+$")
        @Size(min = 1, max = 249)
        @Nullable String topic,
    @JsonPropertyDescription(
            "Names of several topics, all of which must exist, instead of topic: a union. Topics can be added and removed while at least one stays.")
        @Size(min = 1, max = 32)
        @Nullable List<@Pattern("^[A-Za-z0-9._-]+$") @Size(min = 1, max = 249) String> topics,
    @JsonPropertyDescription("Kafka's addresses, as broker-0:9092,broker-1:9092.")
        @Required
        @Pattern("^[^\\s,]+:[0-9]+(,[^\\s,]+:[0-9]+)*$")
        @Size(max = 4096)
        String bootstrapServers,
    @JsonPropertyDescription(
            "Where a function without a position begins, once: earliest, latest, or a time as 2026-01-31T00:00:00Z.")
        @Default("earliest")
        @Pattern(
            "^(earliest|latest|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z)$")
        @Size(max = 40)
        String startFrom,
    @JsonPropertyDescription(
            "Partitions of the re-key topic, for a function that needs one; as many as the input has unless given. Cannot be changed.")
        @Min(1)
        @Max(10_000)
        @Nullable Integer rekeyPartitions,
    @JsonPropertyDescription(
            "Properties of all Kafka clients, as security.protocol; secret ones go to spec.credentials.")
        @Size(max = 64)
        Map<String, String> properties) {

  public Source {
    startFrom = Objects.requireNonNullElse(startFrom, "earliest");
    properties = Lists.copy(properties);
    topics = topics == null ? null : List.copyOf(topics);
  }

  /** All input topics, at least one in what the API server has let through. */
  public List<String> inputs() {
    if (topics != null) {
      return topics;
    }
    return topic == null ? List.of() : List.of(topic);
  }
}

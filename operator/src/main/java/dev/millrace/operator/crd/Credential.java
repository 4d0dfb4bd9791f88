package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A setting whose value is in a Secret. The operator uses those of Kafka and Redis as well. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Credential(
    @JsonPropertyDescription(
            "The setting: kafka.sasl.jaas.config, quarkus.redis.password, quarkus.millrace.checkpoints.s3.secret-access-key, quarkus.millrace.api.token, …")
        @Required
        @Pattern("^(kafka|quarkus\\.redis|quarkus\\.millrace)\\.[a-z0-9.-]+$")
        @Size(max = 200)
        String property,
    @JsonPropertyDescription("Name of the Secret, in the function's namespace.")
        @Required
        @Size(min = 1, max = 253)
        String secret,
    @JsonPropertyDescription("Its key.") @Required @Size(min = 1, max = 253) String key) {}

package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pods of a function. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Pods(
    @JsonPropertyDescription("Resources of the container.")
        @Nullable ResourceRequirements resources,
    @JsonPropertyDescription("Further environment variables.") @Size(max = 128) List<EnvVar> env,
    @JsonPropertyDescription("Nodes that may run them.") @Size(max = 32)
        Map<String, String> nodeSelector,
    @JsonPropertyDescription("Taints that they bear.") @Size(max = 32) List<Toleration> tolerations,
    @JsonPropertyDescription(
            "Their ServiceAccount; the namespace's default one unless given. Its token is not mounted.")
        @Nullable String serviceAccountName,
    @JsonPropertyDescription("Their priority class.") @Nullable String priorityClassName,
    @JsonPropertyDescription(
            "Parts of a pod template, merged over the operator's: objects field by field, lists by name. The function's container is named function.")
        @PreserveUnknownFields
        Map<String, Object> template) {

  /** What the schema says. */
  public static final Pods DEFAULTS =
      new Pods(null, List.of(), Map.of(), List.of(), null, null, Map.of());

  public Pods {
    env = Lists.copy(env);
    nodeSelector = Lists.copy(nodeSelector);
    tolerations = Lists.copy(tolerations);
    template = Lists.copy(template);
  }
}

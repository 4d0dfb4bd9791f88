package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.model.annotation.SpecReplicas;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a user asks for. Defaults are those of the schema, so that an object made in code equals one
 * that went through the API server. Durations are texts as {@code 30s}; see {@link Times}.
 */
@ValidationRule(
    value = "has(self.image) || has(self.document)",
    message =
        "Expected something to run, but there is neither image nor document. Set spec.image to an"
            + " image with the function, or spec.document to a declarative function.")
@ValidationRule(
    value =
        "has(self.__function__) ? has(oldSelf.__function__) && self.__function__ == oldSelf.__function__"
            + " : !has(oldSelf.__function__)",
    message =
        "Expected the function to keep its name, because state, offsets and topics are kept under"
            + " it. Create another StreamFunction for another name; this one can go on beside it.",
    fieldPath = ".function")
@ValidationRule(
    value = "self.scaling.min <= self.scaling.max",
    message =
        "Expected scaling.min to be at most scaling.max, but it is greater. Raise max or lower"
            + " min.",
    fieldPath = ".scaling")
@ValidationRule(
    value = "self.suspend || !has(self.replicas) || self.replicas <= self.scaling.max",
    message =
        "Expected replicas to be at most scaling.max, but it is greater. Raise scaling.max first.",
    fieldPath = ".replicas")
@ValidationRule(
    value = "self.guarantee == oldSelf.guarantee || self.suspend",
    message =
        "Expected the guarantee to change only while the function is suspended, because pods of"
            + " both kinds must not write side by side. Set spec.suspend to true in the same change,"
            + " and back to false when no pod is left.",
    fieldPath = ".guarantee")
@JsonIgnoreProperties(ignoreUnknown = true)
public record StreamFunctionSpec(
    @JsonPropertyDescription(
            "Image with the function; for a document the operator's stock image unless given.")
        @Size(min = 1, max = 500)
        @Nullable String image,
    @JsonPropertyDescription("When to pull the image: Always, IfNotPresent, Never.")
        @Default("IfNotPresent")
        @Pattern("^(Always|IfNotPresent|Never)$")
        String imagePullPolicy,
    @JsonPropertyDescription("Names of Secrets to pull the image with.") @Size(max = 16)
        List<String> imagePullSecrets,
    @JsonPropertyDescription(
            "Name of the function in the image; that of the object unless given. Cannot be changed.")
        @Pattern("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$")
        @Size(min = 1, max = 52)
        @Nullable String function,
    @JsonPropertyDescription(
            "A declarative function (YAML or JSON), whose name is that of the function.")
        @Size(min = 1, max = 65536)
        @Nullable String document,
    @JsonPropertyDescription("True for no pods; state, offsets and ledger are kept.")
        @Default("false")
        Boolean suspend,
    @JsonPropertyDescription(
            "A fixed number of pods, as set by kubectl scale, an HPA or KEDA. Remove it to let the operator decide.")
        @SpecReplicas
        @Min(0)
        @Nullable Integer replicas,
    @JsonPropertyDescription("exactly-once, or at-least-once: without transactions.")
        @Default("exactly-once")
        @Pattern("^(exactly-once|at-least-once)$")
        @Size(max = 16)
        String guarantee,
    @JsonPropertyDescription("How often outputs are committed: the latency of exactly-once.")
        @Default("100ms")
        @Pattern(Times.PATTERN)
        @Size(max = 12)
        String commitInterval,
    @JsonPropertyDescription("The input topic.") @Required Source source,
    @JsonPropertyDescription("Topic of the panes; the function's own unless given.")
        @Nullable Topic sink,
    @JsonPropertyDescription("Topic of records that come too late.") @Nullable Topic late,
    @JsonPropertyDescription("Topic of records that cannot be processed.")
        @Nullable Topic deadLetters,
    @JsonPropertyDescription("Times that win over what the function says itself.")
        @Nullable Time time,
    @JsonPropertyDescription("Where and when state is saved.") @Required Checkpoints checkpoints,
    @JsonPropertyDescription("The Redis that keeps the ledger.") @Required Ledger ledger,
    @JsonPropertyDescription("Number of pods.") @Default("{}") Scaling scaling,
    @JsonPropertyDescription(
            "Settings whose values are in Secrets: access to Kafka, Redis, object store, API.")
        @Size(max = 32)
        List<Credential> credentials,
    @JsonPropertyDescription("How a new image or document replaces the old one.") @Default("{}")
        Rollout rollout,
    @JsonPropertyDescription(
            "Losses accepted on purpose, so that a start is not refused; remove them afterwards.")
        @Size(max = 4)
        List<AcceptedLoss> accept,
    @JsonPropertyDescription(
            "What becomes of the ledger when the object is deleted: Retain, or RemoveLedger. Checkpoints and topics always stay.")
        @Default("Retain")
        @Pattern("^(Retain|RemoveLedger)$")
        String deletionPolicy,
    @JsonPropertyDescription("The pods.") @Default("{}") Pods pod) {

  public StreamFunctionSpec {
    imagePullPolicy = Objects.requireNonNullElse(imagePullPolicy, "IfNotPresent");
    imagePullSecrets = Lists.copy(imagePullSecrets);
    suspend = Objects.requireNonNullElse(suspend, false);
    guarantee = Objects.requireNonNullElse(guarantee, "exactly-once");
    commitInterval = Objects.requireNonNullElse(commitInterval, "100ms");
    scaling = Objects.requireNonNullElse(scaling, Scaling.DEFAULTS);
    credentials = Lists.copy(credentials);
    rollout = Objects.requireNonNullElse(rollout, Rollout.DEFAULTS);
    accept = Lists.copy(accept);
    deletionPolicy = Objects.requireNonNullElse(deletionPolicy, "Retain");
    pod = Objects.requireNonNullElse(pod, Pods.DEFAULTS);
  }

  /** Whether panes and offsets are written in transactions. */
  public boolean usesTransactions() {
    return guarantee.equals("exactly-once");
  }

  /** Whether the ledger goes with the object. */
  public boolean removesLedger() {
    return deletionPolicy.equals("RemoveLedger");
  }
}

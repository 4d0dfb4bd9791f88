package dev.millrace.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.dependent.Json;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Pod templates that a StatefulSet had, which Kubernetes keeps. They never change. */
final class Revisions {
  private static final int REMEMBERED = 64;

  private final KubernetesClient client;
  private final Map<String, PodTemplateSpec> templates = new ConcurrentHashMap<>();

  Revisions(KubernetesClient client) {
    this.client = client;
  }

  /** The template of a revision, or null if Kubernetes has it no more. */
  @Nullable PodTemplateSpec template(StreamFunction function, @Nullable String revision) {
    if (revision == null) {
      return null;
    }
    String key = function.getMetadata().getUid() + "/" + revision;
    PodTemplateSpec known = templates.get(key);
    if (known != null) {
      return known;
    }
    ControllerRevision found =
        client
            .apps()
            .controllerRevisions()
            .inNamespace(function.getMetadata().getNamespace())
            .withName(revision)
            .get();
    PodTemplateSpec template = found == null ? null : template(found);
    if (template != null) {
      if (templates.size() >= REMEMBERED) {
        templates.clear();
      }
      templates.put(key, template);
    }
    return template;
  }

  private static @Nullable PodTemplateSpec template(ControllerRevision revision) {
    JsonNode data = Json.convert(revision.getData(), JsonNode.class);
    JsonNode template = data.path("spec").path("template");
    if (!(template instanceof ObjectNode object)) {
      return null;
    }
    object.remove("$patch");
    return Json.convert(object, PodTemplateSpec.class);
  }
}

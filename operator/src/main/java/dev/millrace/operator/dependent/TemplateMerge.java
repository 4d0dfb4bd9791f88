package dev.millrace.operator.dependent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lays a user's parts of a pod template over the operator's: objects field by field, lists whose
 * elements have names by name, everything else is replaced. Pure.
 */
final class TemplateMerge {
  private TemplateMerge() {}

  static PodTemplateSpec over(PodTemplateSpec template, Map<String, Object> parts) {
    if (parts.isEmpty()) {
      return template;
    }
    JsonNode below = Json.convert(template, JsonNode.class);
    JsonNode above = Json.convert(parts, JsonNode.class);
    try {
      return Json.convert(merge(below, above), PodTemplateSpec.class);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Expected spec.pod.template to hold parts of a pod template, but they do not fit: error="
              + e.getMessage()
              + ". Compare it with kubectl explain pod.spec.",
          e);
    }
  }

  private static JsonNode merge(@Nullable JsonNode below, JsonNode above) {
    if (below instanceof ObjectNode object && above.isObject()) {
      above
          .properties()
          .forEach(
              field ->
                  object.set(field.getKey(), merge(object.get(field.getKey()), field.getValue())));
      return object;
    }
    if (below instanceof ArrayNode list && above.isArray() && isNamed(list) && isNamed(above)) {
      above.forEach(element -> mergeByName(list, element));
      return list;
    }
    return above;
  }

  private static void mergeByName(ArrayNode list, JsonNode element) {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i).path("name").equals(element.path("name"))) {
        list.set(i, merge(list.get(i), element));
        return;
      }
    }
    list.add(element);
  }

  private static boolean isNamed(JsonNode list) {
    for (JsonNode element : list) {
      if (!element.has("name")) {
        return false;
      }
    }
    return true;
  }
}

package dev.millrace.state.checkpoint;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A manifest as JSON; node by node, without reflection. Unknown fields are ignored. */
final class ManifestJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  private ManifestJson() {}

  /** The same manifest gives the same bytes. */
  static byte[] write(CheckpointManifest manifest) {
    CheckpointInfo info = manifest.info();
    ObjectNode root = MAPPER.createObjectNode();
    root.put("formatVersion", CheckpointManifest.FORMAT_VERSION);
    root.put("epoch", manifest.id().epoch());
    root.put("sequence", manifest.id().sequence());
    root.put("parent", info.parent() == null ? null : info.parent().toString());
    root.put("nextOffset", info.nextOffset());
    root.put("watermarkMs", info.watermarkMs());
    root.put("schemaFingerprint", info.schemaFingerprint());
    root.put("functionVersion", info.functionVersion());
    root.put("createdAtMs", info.createdAtMs());
    ObjectNode extra = root.putObject("extra");
    info.extra().forEach(extra::put);
    ArrayNode files = root.putArray("files");
    for (StoredFile file : manifest.files()) {
      ObjectNode node = files.addObject();
      node.put("name", file.name());
      node.put("sizeBytes", file.sizeBytes());
      node.put("sha256", file.sha256());
      node.put("object", file.object());
    }
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Expected to write a tree as JSON, but could not", e);
    }
  }

  /**
   * Reads a manifest.
   *
   * @throws CorruptCheckpointException if it is none, or of a format that is not known
   */
  static CheckpointManifest read(CheckpointId id, byte[] json) {
    try {
      JsonNode root = MAPPER.readTree(json);
      long version = requireLong(root, "formatVersion");
      if (version != CheckpointManifest.FORMAT_VERSION) {
        throw new IllegalArgumentException(
            "Expected formatVersion 1, but got " + version + ". A newer release may read it.");
      }
      CheckpointId written =
          new CheckpointId(requireLong(root, "epoch"), requireLong(root, "sequence"));
      if (!written.equals(id)) {
        throw new IllegalArgumentException("Expected the id of its name, but got " + written);
      }
      return new CheckpointManifest(id, info(root), files(root));
    } catch (IOException | IllegalArgumentException e) {
      throw new CorruptCheckpointException(
          id, "Expected a manifest, but could not read it: checkpoint=" + id + ", reason=" + e, e);
    }
  }

  private static CheckpointInfo info(JsonNode root) {
    String parent = optionalText(root, "parent");
    return new CheckpointInfo(
        requireLong(root, "nextOffset"),
        requireLong(root, "watermarkMs"),
        requireText(root, "schemaFingerprint"),
        requireText(root, "functionVersion"),
        parent == null ? null : CheckpointId.parse(parent),
        requireLong(root, "createdAtMs"),
        extra(root));
  }

  private static Map<String, String> extra(JsonNode root) {
    Map<String, String> extra = new TreeMap<>();
    if (!root.path("extra").isObject()) {
      throw new IllegalArgumentException("Expected an object of extra values, but there is none");
    }
    Iterator<String> names = root.path("extra").fieldNames();
    while (names.hasNext()) {
      String name = names.next();
      extra.put(name, requireText(root.path("extra"), name));
    }
    return extra;
  }

  private static List<StoredFile> files(JsonNode root) {
    if (!root.path("files").isArray()) {
      throw new IllegalArgumentException("Expected a list of files, but there is none");
    }
    List<StoredFile> files = new ArrayList<>();
    for (JsonNode node : root.path("files")) {
      files.add(
          new StoredFile(
              requireText(node, "name"),
              requireLong(node, "sizeBytes"),
              requireText(node, "sha256"),
              requireText(node, "object")));
    }
    return files;
  }

  private static long requireLong(JsonNode node, String field) {
    JsonNode value = node.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new IllegalArgumentException("Expected an integer, but got field=" + field);
    }
    return value.longValue();
  }

  private static String requireText(JsonNode node, String field) {
    String text = optionalText(node, field);
    if (text == null) {
      throw new IllegalArgumentException("Expected a text, but got none: field=" + field);
    }
    return text;
  }

  private static @Nullable String optionalText(JsonNode node, String field) {
    JsonNode value = node.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isTextual()) {
      throw new IllegalArgumentException("Expected a text, but got field=" + field);
    }
    return value.textValue();
  }
}

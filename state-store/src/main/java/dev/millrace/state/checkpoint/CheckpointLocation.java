package dev.millrace.state.checkpoint;

import dev.millrace.state.objectstore.ObjectKeys;

/**
 * Where the checkpoints of a partition are (rule C2):
 *
 * <pre>
 *   &lt;namespace&gt;/&lt;function&gt;/&lt;partition&gt;/sst/&lt;content hash&gt;
 *   &lt;namespace&gt;/&lt;function&gt;/&lt;partition&gt;/manifest/&lt;epoch&gt;-&lt;sequence&gt;.json
 * </pre>
 *
 * @param namespace a single path segment
 * @param function a single path segment
 * @param partition from 0
 */
public record CheckpointLocation(String namespace, String function, int partition) {
  private static final String JSON = ".json";

  public CheckpointLocation {
    if (namespace.contains("/") || function.contains("/") || partition < 0) {
      throw new IllegalArgumentException(
          "Expected names without slashes and a partition from 0, but got namespace="
              + namespace
              + ", function="
              + function
              + ", partition="
              + partition);
    }
    ObjectKeys.requireValid(namespace + "/" + function);
  }

  String base() {
    return namespace + "/" + function + "/" + partition + "/";
  }

  String files() {
    return base() + "sst/";
  }

  String file(StoredFile file) {
    return files() + file.object();
  }

  String manifests() {
    return base() + "manifest/";
  }

  String manifest(CheckpointId id) {
    return manifests() + id + JSON;
  }

  /** Whether the key is that of a manifest; others below the same folder are not ours. */
  boolean isManifest(String key) {
    return key.startsWith(manifests()) && key.endsWith(JSON) && CheckpointId.isId(idText(key));
  }

  /** The id of a manifest's key. */
  CheckpointId id(String key) {
    return CheckpointId.parse(idText(key));
  }

  private String idText(String key) {
    return key.substring(manifests().length(), key.length() - JSON.length());
  }
}

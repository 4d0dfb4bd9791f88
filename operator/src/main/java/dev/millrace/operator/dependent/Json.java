package dev.millrace.operator.dependent;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/** Kubernetes objects as JSON, and back. */
public final class Json {
  private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

  private Json() {}

  /**
   * One form of an object as another.
   *
   * @throws IllegalArgumentException if it does not fit
   */
  public static <T> T convert(Object value, Class<T> type) {
    return SERIALIZATION.convertValue(value, type);
  }

  static String text(Object value) {
    return SERIALIZATION.asJson(value);
  }
}

package dev.millrace.operator.dependent;

import dev.millrace.operator.crd.Credential;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.crd.StreamFunctionSpec;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFileBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a function. Settings and document are annotations of the pod that a volume shows it
 * as files: so a template is whole in itself, and going back to an earlier one brings back all of
 * it. Pure.
 */
public final class PodTemplates {
  /** Name of the container with the function. */
  public static final String CONTAINER = "function";

  /** Port of health, metrics and API. */
  public static final int PORT = 8080;

  static final String FOLDER = "/etc/millrace";
  static final String DOCUMENT = FOLDER + "/function.yaml";
  static final String SETTINGS = FOLDER + "/settings.properties";

  /** Keeps glibc from holding what RocksDB's threads have freed (see the operations page). */
  private static final List<EnvVar> ALLOCATOR =
      List.of(
          new EnvVar("MALLOC_ARENA_MAX", "2", null),
          new EnvVar("MALLOC_MMAP_THRESHOLD_", "65536", null),
          new EnvVar("MALLOC_TRIM_THRESHOLD_", "131072", null));

  private static final String DOCUMENT_ANNOTATION = "millrace.dev/document";
  private static final String SETTINGS_ANNOTATION = "millrace.dev/settings";

  /** Longer than a pod takes to stop by itself. */
  private static final long GRACE_SECONDS = 30;

  /** A restore may take an hour; a slow one is no reason to be killed. */
  private static final int START_PERIOD_SECONDS = 2;

  private static final int START_PERIODS = 1800;

  private PodTemplates() {}

  /**
   * The template for a spec, with its hash as a label.
   *
   * @param stockImage for a function that has only a document
   * @throws IllegalArgumentException if the spec's own parts of a template do not fit
   */
  public static PodTemplateSpec of(StreamFunction function, String stockImage) {
    PodTemplateSpec template =
        TemplateMerge.over(plain(function, stockImage), function.getSpec().pod().template());
    return withHash(template);
  }

  /** The hash that a template carries. */
  public static String hash(PodTemplateSpec template) {
    return template.getMetadata().getLabels().getOrDefault(Names.TEMPLATE, "");
  }

  private static PodTemplateSpec withHash(PodTemplateSpec template) {
    Map<String, String> labels = new LinkedHashMap<>(template.getMetadata().getLabels());
    labels.put(Names.TEMPLATE, Hash.of(template));
    return new PodTemplateSpecBuilder(template)
        .editMetadata()
        .withLabels(labels)
        .endMetadata()
        .build();
  }

  private static PodTemplateSpec plain(StreamFunction function, String stockImage) {
    StreamFunctionSpec spec = function.getSpec();
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(Names.selector(function))
        .withAnnotations(annotations(function))
        .endMetadata()
        .withNewSpec()
        .withContainers(container(spec, stockImage))
        .withVolumes(volumes(spec))
        .withImagePullSecrets(
            spec.imagePullSecrets().stream().map(LocalObjectReference::new).toList())
        .withNodeSelector(emptyAsNull(spec.pod().nodeSelector()))
        .withTolerations(spec.pod().tolerations())
        .withServiceAccountName(spec.pod().serviceAccountName())
        .withAutomountServiceAccountToken(false)
        .withPriorityClassName(spec.pod().priorityClassName())
        .withTerminationGracePeriodSeconds(GRACE_SECONDS)
        .withNewSecurityContext()
        .withRunAsNonRoot(true)
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .endSecurityContext()
        .endSpec()
        .build();
  }

  private static Map<String, String> annotations(StreamFunction function) {
    Map<String, String> annotations = new LinkedHashMap<>();
    annotations.put(SETTINGS_ANNOTATION, SettingsText.of(function));
    String document = function.getSpec().document();
    if (document != null) {
      annotations.put(DOCUMENT_ANNOTATION, document);
    }
    return annotations;
  }

  private static Container container(StreamFunctionSpec spec, String stockImage) {
    return new ContainerBuilder()
        .withName(CONTAINER)
        .withImage(spec.image() == null ? stockImage : spec.image())
        .withImagePullPolicy(spec.imagePullPolicy())
        .withEnv(environment(spec))
        .addNewPort()
        .withName("http")
        .withContainerPort(PORT)
        .endPort()
        .withResources(spec.pod().resources())
        .withStartupProbe(probe("started", START_PERIOD_SECONDS, START_PERIODS))
        .withLivenessProbe(probe("live", 10, 6))
        .withReadinessProbe(probe("ready", 3, 3))
        .addNewVolumeMount()
        .withName("tmp")
        .withMountPath("/tmp")
        .endVolumeMount()
        .addNewVolumeMount()
        .withName("settings")
        .withMountPath(FOLDER)
        .withReadOnly(true)
        .endVolumeMount()
        .withNewSecurityContext()
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .endSecurityContext()
        .build();
  }

  /** A variable of the spec takes the place of ours: a name may come only once. */
  private static List<EnvVar> environment(StreamFunctionSpec spec) {
    Map<String, EnvVar> all = new LinkedHashMap<>();
    Stream.of(ours(spec), spec.pod().env())
        .flatMap(List::stream)
        .forEach(variable -> all.put(variable.getName(), variable));
    return List.copyOf(all.values());
  }

  private static List<EnvVar> ours(StreamFunctionSpec spec) {
    List<EnvVar> all = new ArrayList<>(ALLOCATOR);
    all.add(
        new EnvVarBuilder()
            .withName("QUARKUS_MILLRACE_INSTANCE_ID")
            .withNewValueFrom()
            .withNewFieldRef()
            .withFieldPath("metadata.name")
            .endFieldRef()
            .endValueFrom()
            .build());
    all.add(new EnvVar("SMALLRYE_CONFIG_LOCATIONS", SETTINGS, null));
    spec.credentials().forEach(credential -> all.add(secret(credential)));
    return all;
  }

  private static EnvVar secret(Credential credential) {
    return new EnvVarBuilder()
        .withName(variable(credential.property()))
        .withNewValueFrom()
        .withNewSecretKeyRef()
        .withName(credential.secret())
        .withKey(credential.key())
        .endSecretKeyRef()
        .endValueFrom()
        .build();
  }

  /** The environment variable of a setting, by MicroProfile Config's rule. */
  static String variable(String property) {
    return property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }

  private static List<Volume> volumes(StreamFunctionSpec spec) {
    List<DownwardAPIVolumeFile> files = new ArrayList<>();
    files.add(file("settings.properties", SETTINGS_ANNOTATION));
    if (spec.document() != null) {
      files.add(file("function.yaml", DOCUMENT_ANNOTATION));
    }
    return List.of(
        new VolumeBuilder().withName("tmp").withNewEmptyDir().endEmptyDir().build(),
        new VolumeBuilder()
            .withName("settings")
            .withNewDownwardAPI()
            .withItems(files)
            .endDownwardAPI()
            .build());
  }

  private static DownwardAPIVolumeFile file(String path, String annotation) {
    return new DownwardAPIVolumeFileBuilder()
        .withPath(path)
        .withNewFieldRef()
        .withFieldPath("metadata.annotations['" + annotation + "']")
        .endFieldRef()
        .build();
  }

  private static Probe probe(String check, int periodSeconds, int failures) {
    return new ProbeBuilder()
        .withNewHttpGet()
        .withPath("/q/health/" + check)
        .withNewPort("http")
        .endHttpGet()
        .withPeriodSeconds(periodSeconds)
        .withTimeoutSeconds(3)
        .withFailureThreshold(failures)
        .build();
  }

  private static <V> @Nullable Map<String, V> emptyAsNull(Map<String, V> map) {
    return map.isEmpty() ? null : map;
  }
}

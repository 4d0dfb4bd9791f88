package dev.millrace.deployment;

import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.nativeimage.ExcludeConfigBuildItem;
import io.quarkus.deployment.builditem.nativeimage.JniRuntimeAccessBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageAllowIncompleteClasspathBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourceBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourcePatternsBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassBuildItem;
import io.quarkus.deployment.builditem.nativeimage.RuntimeInitializedClassBuildItem;
import io.quarkus.deployment.builditem.nativeimage.RuntimeInitializedPackageBuildItem;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What libraries with a part in C, or with state of the machine in their classes, need in a native
 * image: the part itself as a resource, which they unpack and load when it is first used; what that
 * part looks up by name; and to be initialised at run time, because what is loaded while the image
 * is built is not there when it runs. So must be the classes that hold something of theirs.
 *
 * <p>All compressions of Kafka are among them: which one a topic's records have is the producer's
 * choice, so a reader must know each.
 */
final class NativeLibrariesProcessor {
  private static final boolean IS_ARM =
      System.getProperty("os.arch").toLowerCase(Locale.ROOT).matches("aarch64|arm64");

  /** Throws its exceptions from C, and lists names as arrays of bytes. */
  @BuildStep
  void rocksDb(
      BuildProducer<NativeImageResourcePatternsBuildItem> resources,
      BuildProducer<RuntimeInitializedPackageBuildItem> initialised,
      BuildProducer<RuntimeInitializedClassBuildItem> users,
      BuildProducer<JniRuntimeAccessBuildItem> jni) {
    resources.produce(glob("librocksdbjni-linux" + (IS_ARM ? "-aarch64" : "64") + ".so"));
    initialised.produce(new RuntimeInitializedPackageBuildItem("org.rocksdb"));
    users.produce(new RuntimeInitializedClassBuildItem("dev.millrace.state.rocksdb.RocksDisk"));
    jni.produce(
        new JniRuntimeAccessBuildItem(
            true,
            true,
            true,
            "org.rocksdb.RocksDBException",
            "org.rocksdb.Status",
            "org.rocksdb.Status$Code",
            "org.rocksdb.Status$SubCode"));
    jni.produce(
        new JniRuntimeAccessBuildItem(
            true,
            false,
            false,
            "[B",
            "java.lang.IllegalArgumentException",
            "java.lang.OutOfMemoryError",
            "java.lang.String"));
  }

  /** Its streams' positions are written from C. */
  @BuildStep
  void zstd(
      BuildProducer<NativeImageResourcePatternsBuildItem> resources,
      BuildProducer<RuntimeInitializedPackageBuildItem> initialised,
      BuildProducer<JniRuntimeAccessBuildItem> jni) {
    resources.produce(glob("linux/" + (IS_ARM ? "aarch64" : "amd64") + "/libzstd-jni-*.so"));
    initialised.produce(new RuntimeInitializedPackageBuildItem("com.github.luben.zstd"));
    jni.produce(
        new JniRuntimeAccessBuildItem(
            false,
            false,
            true,
            "com.github.luben.zstd.ZstdInputStreamNoFinalizer",
            "com.github.luben.zstd.ZstdOutputStreamNoFinalizer"));
  }

  /** Finds its implementations by name: in C, and in Java for where that cannot be loaded. */
  @BuildStep
  void lz4(
      BuildProducer<NativeImageResourceBuildItem> resources,
      BuildProducer<RuntimeInitializedPackageBuildItem> initialised,
      BuildProducer<RuntimeInitializedClassBuildItem> users,
      BuildProducer<ReflectiveClassBuildItem> reflective) {
    resources.produce(
        new NativeImageResourceBuildItem(
            "net/jpountz/util/linux/" + (IS_ARM ? "aarch64" : "amd64") + "/liblz4-java.so"));
    initialised.produce(new RuntimeInitializedPackageBuildItem("net.jpountz"));
    users.produce(
        new RuntimeInitializedClassBuildItem(
            "org.apache.kafka.common.compress.Lz4BlockInputStream"));
    reflective.produce(
        ReflectiveClassBuildItem.builder(lz4Implementations())
            .constructors()
            .fields()
            .reason("Kafka's compression lz4")
            .build());
  }

  private static List<String> lz4Implementations() {
    return Stream.of("JNI", "JavaSafe", "JavaUnsafe")
        .flatMap(
            kind ->
                Stream.of(
                    "lz4.LZ4" + kind + "Compressor",
                    "lz4.LZ4HC" + kind + "Compressor",
                    "lz4.LZ4" + kind + "FastDecompressor",
                    "lz4.LZ4" + kind + "SafeDecompressor",
                    "xxhash.XXHash32" + kind,
                    "xxhash.XXHash64" + kind,
                    "xxhash.StreamingXXHash32" + kind + "$Factory",
                    "xxhash.StreamingXXHash64" + kind + "$Factory"))
        .map(name -> "net.jpountz." + name)
        .toList();
  }

  /** Brings configuration of its own, which would keep the parts for all other machines too. */
  @BuildStep
  void snappy(
      BuildProducer<NativeImageResourceBuildItem> resources,
      BuildProducer<ExcludeConfigBuildItem> excluded,
      BuildProducer<RuntimeInitializedPackageBuildItem> initialised,
      BuildProducer<JniRuntimeAccessBuildItem> jni) {
    excluded.produce(new ExcludeConfigBuildItem("snappy-java", "/META-INF/native-image/.*"));
    resources.produce(
        new NativeImageResourceBuildItem(
            "org/xerial/snappy/native/Linux/"
                + (IS_ARM ? "aarch64" : "x86_64")
                + "/libsnappyjava.so"));
    initialised.produce(new RuntimeInitializedPackageBuildItem("org.xerial.snappy"));
    jni.produce(new JniRuntimeAccessBuildItem(true, true, true, "org.xerial.snappy.SnappyNative"));
  }

  /** Sketches know the layout of arrays; the client of S3 holds random numbers and the machine. */
  @BuildStep
  void stateOfTheMachine(BuildProducer<RuntimeInitializedPackageBuildItem> initialised) {
    initialised.produce(new RuntimeInitializedPackageBuildItem("org.apache.datasketches"));
    initialised.produce(new RuntimeInitializedPackageBuildItem("software.amazon.awssdk"));
    initialised.produce(
        new RuntimeInitializedPackageBuildItem("dev.millrace.state.objectstore.s3"));
  }

  /**
   * The client of S3 names classes of AWS' libraries in C, for signatures and checksums that nobody
   * asks it for here. It looks whether they are there before it uses one.
   */
  @BuildStep
  @SuppressWarnings("deprecation") // discouraged, as it holds for all classes; there is no other
  NativeImageAllowIncompleteClasspathBuildItem optionalPartsOfS3() {
    return new NativeImageAllowIncompleteClasspathBuildItem("millrace");
  }

  /** Credentials of a pod's service account: what asks for them is found by name. */
  @BuildStep
  ReflectiveClassBuildItem webIdentity() {
    return ReflectiveClassBuildItem.builder(
            "software.amazon.awssdk.services.sts.internal.StsWebIdentityCredentialsProviderFactory")
        .constructors()
        .reason("credentials by web identity")
        .build();
  }

  private static NativeImageResourcePatternsBuildItem glob(String pattern) {
    return NativeImageResourcePatternsBuildItem.builder().includeGlob(pattern).build();
  }
}

package dev.millrace.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A server that speaks S3 (S3Proxy) and keeps its objects as files. Path style; region any. A
 * bucket is a folder below {@link #objects}.
 */
public final class S3Server extends LocalService {
  private static final int TIMEOUT_MS = 2_000;

  private final Path folder;
  private final int port;
  private final String accessKey;
  private final String secretKey;
  private final Map<String, String> own;
  private String host = "127.0.0.1";

  /** A server whose objects and log lie in the folder, with these credentials. */
  public S3Server(Path folder, String accessKey, String secretKey) {
    this(folder, accessKey, secretKey, Map.of());
  }

  /**
   * As above, with settings of S3Proxy.
   *
   * @param own in addition to the usual ones, or instead of some
   */
  public S3Server(Path folder, String accessKey, String secretKey, Map<String, String> own) {
    super("the S3 server");
    this.folder = folder.toAbsolutePath();
    this.port = Ports.free();
    this.accessKey = accessKey;
    this.secretKey = secretKey;
    this.own = Map.copyOf(own);
  }

  /** Listens at another address of this machine than that of the loopback interface. */
  public S3Server at(String address) {
    host = address;
    return this;
  }

  @Override
  ChildProcess launch() {
    createDirectories(objects());
    Path config = folder.resolve("s3proxy.conf");
    ServiceFiles.writeProperties(config, properties());
    Path logging = ServiceFiles.writeLogback(folder);
    List<String> command =
        List.of(
            ChildProcess.javaCommand(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dlogback.configurationFile=" + logging,
            "-cp",
            ServerLibraries.classPath(),
            "org.gaul.s3proxy.Main",
            "--properties",
            config.toString());
    return ChildProcess.start("the S3 server", command, folder, log(), Map.of());
  }

  private Map<String, String> properties() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("s3proxy.endpoint", address());
    all.put("s3proxy.authorization", "aws-v2-or-v4");
    all.put("s3proxy.identity", accessKey);
    all.put("s3proxy.credential", secretKey);
    all.put("jclouds.provider", "filesystem-nio2");
    all.put("jclouds.identity", accessKey);
    all.put("jclouds.credential", secretKey);
    all.put("jclouds.filesystem.basedir", objects().toString());
    all.putAll(own);
    return all;
  }

  /** Makes a bucket; the server sees it at once. */
  public void createBucket(String bucket) {
    createDirectories(objects().resolve(bucket));
  }

  /** Folder of the buckets. */
  public Path objects() {
    return folder.resolve("objects");
  }

  private static void createDirectories(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A request without credentials is refused; that it is answered is enough. */
  @Override
  boolean answers() {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(address()).toURL().openConnection();
      connection.setConnectTimeout(TIMEOUT_MS);
      connection.setReadTimeout(TIMEOUT_MS);
      int status = connection.getResponseCode();
      connection.disconnect();
      return status < HttpURLConnection.HTTP_INTERNAL_ERROR;
    } catch (IOException e) {
      return false;
    }
  }

  /** Endpoint URL. */
  @Override
  public String address() {
    return "http://" + host + ":" + port;
  }

  public String accessKey() {
    return accessKey;
  }

  public String secretKey() {
    return secretKey;
  }

  /** What the server prints. */
  public Path log() {
    return folder.resolve("s3.log");
  }
}

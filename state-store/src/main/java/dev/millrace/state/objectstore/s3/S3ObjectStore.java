package dev.millrace.state.objectstore.s3;

import dev.millrace.state.objectstore.ObjectKeys;
import dev.millrace.state.objectstore.ObjectNotFoundException;
import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.ObjectStoreException;
import dev.millrace.state.objectstore.ObjectStoreUsageException;
import dev.millrace.state.objectstore.PreconditionFailedException;
import dev.millrace.state.objectstore.S3Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Objects in a bucket, below a prefix. Conditional writes are S3's {@code If-None-Match: *}.
 * Uploads of large files are in parts.
 */
public final class S3ObjectStore implements ObjectStore {
  private final S3Client client;
  private final String bucket;
  private final String prefix;
  private final long multipartBytes;

  private final String server;

  private S3ObjectStore(S3Client client, String bucket, String prefix, S3Settings settings) {
    this.client = client;
    this.bucket = bucket;
    this.prefix = prefix;
    this.multipartBytes = settings.multipartBytes();
    this.server = settings.endpoint() == null ? "Amazon S3" : settings.endpoint().toString();
  }

  /**
   * A store with credentials from the usual chain.
   *
   * @param path below the bucket; slashes at its ends do not matter
   * @throws ObjectStoreUsageException if the settings are not enough to reach anything
   */
  public static S3ObjectStore open(String bucket, String path, S3Settings settings) {
    return new S3ObjectStore(S3Clients.open(settings), bucket, prefix(path), settings);
  }

  /** As {@link #open(String, String, S3Settings)}, with credentials from elsewhere. */
  public static S3ObjectStore open(
      String bucket, String path, S3Settings settings, AwsCredentialsProvider credentials) {
    return new S3ObjectStore(S3Clients.open(settings, credentials), bucket, prefix(path), settings);
  }

  private static String prefix(String path) {
    String trimmed = path.replaceAll("^/+|/+$", "");
    return trimmed.isEmpty() ? "" : ObjectKeys.requireValid(trimmed) + "/";
  }

  @Override
  public void put(String key, byte[] content) {
    String full = full(key);
    write(
        "write an object",
        key,
        () ->
            client.putObject(
                request -> request.bucket(bucket).key(full), RequestBody.fromBytes(content)));
  }

  @Override
  public void putIfAbsent(String key, byte[] content) {
    String full = full(key);
    try {
      write(
          "write a new object",
          key,
          () ->
              client.putObject(
                  request -> request.bucket(bucket).key(full).ifNoneMatch("*"),
                  RequestBody.fromBytes(content)));
    } catch (PreconditionFailedException e) {
      // The client repeats a request whose answer did not come, though it may have been served.
      if (!Arrays.equals(get(key), content)) {
        throw e;
      }
    }
  }

  @Override
  public void putFile(String key, Path file) {
    String full = full(key);
    long sizeBytes = size(file);
    if (sizeBytes > multipartBytes) {
      MultipartUpload upload = new MultipartUpload(client, bucket, full, multipartBytes);
      write("write an object in parts", key, () -> upload.upload(file, sizeBytes));
    } else {
      write(
          "write an object",
          key,
          () ->
              client.putObject(
                  request -> request.bucket(bucket).key(full), RequestBody.fromFile(file)));
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new ObjectStoreUsageException("Expected a file to upload, but got file=" + file, e);
    }
  }

  @Override
  public byte[] get(String key) {
    String full = full(key);
    return call(
        "read an object",
        key,
        () -> client.getObjectAsBytes(request -> request.bucket(bucket).key(full)).asByteArray());
  }

  @Override
  public void getFile(String key, Path file, MessageDigest digest) {
    String full = full(key);
    if (Files.exists(file)) {
      throw new ObjectStoreUsageException(
          "Expected a new file to read into, but it is there: file=" + file, null);
    }
    call(
        "read an object",
        key,
        () ->
            client.getObject(
                GetObjectRequest.builder().bucket(bucket).key(full).build(),
                (response, content) -> receive(content, file, digest)));
  }

  /**
   * Writes what comes, as the client's own {@code toFile} does. It is called again for each
   * attempt, so what an attempt that failed has left must go.
   */
  private static long receive(InputStream content, Path file, MessageDigest digest)
      throws IOException {
    digest.reset();
    try {
      return Files.copy(new DigestInputStream(content, digest), file);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw RetryableException.create("Expected to read an object into a file: file=" + file, e);
    }
  }

  @Override
  public @Nullable ObjectInfo find(String key) {
    String full = full(key);
    try {
      HeadObjectResponse head =
          call(
              "find an object",
              key,
              () -> client.headObject(request -> request.bucket(bucket).key(full)));
      return new ObjectInfo(key, head.contentLength(), head.lastModified().toEpochMilli());
    } catch (ObjectNotFoundException e) {
      return null;
    }
  }

  @Override
  public List<ObjectInfo> list(String keyPrefix) {
    List<ObjectInfo> found = new ArrayList<>();
    run(
        "list objects",
        keyPrefix,
        () -> {
          for (S3Object object :
              client
                  .listObjectsV2Paginator(
                      request -> request.bucket(bucket).prefix(prefix + keyPrefix))
                  .contents()) {
            found.add(
                new ObjectInfo(
                    object.key().substring(prefix.length()),
                    object.size(),
                    object.lastModified().toEpochMilli()));
          }
        });
    found.sort(Comparator.comparing(ObjectInfo::key));
    return found;
  }

  @Override
  public void delete(String key) {
    String full = full(key);
    call(
        "delete an object",
        key,
        () -> client.deleteObject(request -> request.bucket(bucket).key(full)));
  }

  @Override
  public int discardUnfinished(String keyPrefix, long beforeMs) {
    Instant before = Instant.ofEpochMilli(beforeMs);
    List<String> discarded = new ArrayList<>();
    run(
        "discard unfinished uploads",
        keyPrefix,
        () -> {
          for (software.amazon.awssdk.services.s3.model.MultipartUpload upload :
              client
                  .listMultipartUploadsPaginator(
                      request -> request.bucket(bucket).prefix(prefix + keyPrefix))
                  .uploads()) {
            if (upload.initiated().isBefore(before)) {
              client.abortMultipartUpload(
                  request -> request.bucket(bucket).key(upload.key()).uploadId(upload.uploadId()));
              discarded.add(upload.uploadId());
            }
          }
        });
    return discarded.size();
  }

  private String full(String key) {
    return prefix + ObjectKeys.requireValid(key);
  }

  private void run(String action, String key, Runnable call) {
    call(
        action,
        key,
        () -> {
          call.run();
          return key;
        });
  }

  private <T> T call(String action, String key, Supplier<T> call) {
    try {
      return call.get();
    } catch (SdkException e) {
      throw failure(action, key, e);
    }
  }

  private void write(String action, String key, Runnable call) {
    try {
      call.run();
    } catch (SdkException e) {
      throw failure(action, key, refusal(e));
    }
  }

  /**
   * Why a write failed. A server that refuses one may close the connection while the body is still
   * being sent, which looks like a broken network; one that has no body gets its answer.
   */
  private SdkException refusal(SdkException failed) {
    if (failed instanceof AwsServiceException) {
      return failed;
    }
    try {
      client.listObjectsV2(request -> request.bucket(bucket).prefix(prefix).maxKeys(1));
      return failed;
    } catch (AwsServiceException e) {
      e.addSuppressed(failed);
      return e;
    } catch (SdkException stillNoAnswer) {
      return failed;
    }
  }

  private ObjectStoreException failure(String action, String key, SdkException e) {
    return S3Failures.of(
        action, "key=" + key + ", store=" + describe() + ", endpoint=" + server, e);
  }

  @Override
  public String describe() {
    return "s3://" + bucket + "/" + prefix;
  }

  @Override
  public void close() {
    client.close();
  }
}

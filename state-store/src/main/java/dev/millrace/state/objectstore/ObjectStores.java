package dev.millrace.state.objectstore;

import dev.millrace.state.objectstore.file.FileObjectStore;
import dev.millrace.state.objectstore.s3.S3ObjectStore;
import java.net.URI;
import java.nio.file.Path;

/** Opens object stores by URI. */
public final class ObjectStores {

  private ObjectStores() {}

  /**
   * Opens a store.
   *
   * @param base {@code file:///folder} or {@code s3://bucket/prefix}; the prefix may be missing
   * @param s3 used for {@code s3}
   * @throws ObjectStoreUsageException if the URI is neither
   */
  public static ObjectStore open(URI base, S3Settings s3) {
    String scheme = base.getScheme();
    if ("file".equals(scheme) && base.getPath() != null && base.getHost() == null) {
      return new FileObjectStore(Path.of(base.getPath()));
    }
    if ("s3".equals(scheme) && base.getAuthority() != null) {
      String path = base.getPath() == null ? "" : base.getPath();
      return S3ObjectStore.open(base.getAuthority(), path, s3);
    }
    throw new ObjectStoreUsageException(
        "Expected file:///folder or s3://bucket/prefix, but got another URI: uri=" + base, null);
  }
}

package dev.millrace.state.objectstore.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/** Uploads a large file in parts; what went wrong half-way is aborted, so that it takes no room. */
final class MultipartUpload {
  private final S3Client client;
  private final String bucket;
  private final String key;
  private final long partBytes;

  MultipartUpload(S3Client client, String bucket, String key, long partBytes) {
    this.client = client;
    this.bucket = bucket;
    this.key = key;
    this.partBytes = partBytes;
  }

  void upload(Path file, long sizeBytes) {
    String id = client.createMultipartUpload(request -> request.bucket(bucket).key(key)).uploadId();
    try {
      List<CompletedPart> parts = new ArrayList<>();
      for (long offset = 0; offset < sizeBytes; offset += partBytes) {
        long length = Math.min(partBytes, sizeBytes - offset);
        parts.add(uploadPart(id, parts.size() + 1, file, offset, length));
      }
      client.completeMultipartUpload(
          request ->
              request
                  .bucket(bucket)
                  .key(key)
                  .uploadId(id)
                  .multipartUpload(completed -> completed.parts(parts)));
    } catch (RuntimeException e) {
      abort(id, e);
      throw e;
    }
  }

  private CompletedPart uploadPart(String id, int number, Path file, long offset, long length) {
    RequestBody body =
        RequestBody.fromContentProvider(
            () -> slice(file, offset, length), length, "application/octet-stream");
    String tag =
        client
            .uploadPart(
                request ->
                    request
                        .bucket(bucket)
                        .key(key)
                        .uploadId(id)
                        .partNumber(number)
                        .contentLength(length),
                body)
            .eTag();
    return CompletedPart.builder().partNumber(number).eTag(tag).build();
  }

  private static InputStream slice(Path file, long offset, long length) {
    try {
      return new FileSlice(file, offset, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void abort(String id, RuntimeException reason) {
    try {
      client.abortMultipartUpload(request -> request.bucket(bucket).key(key).uploadId(id));
    } catch (SdkException e) {
      reason.addSuppressed(e);
    }
  }
}

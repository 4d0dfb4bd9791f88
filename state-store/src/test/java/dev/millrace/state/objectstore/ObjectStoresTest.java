package dev.millrace.state.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectStoresTest {

  @Test // C6
  void shouldOpenFolderWhenSchemeIsFile(@TempDir Path folder) {
    try (ObjectStore store = ObjectStores.open(folder.toUri(), S3Settings.defaults())) {
      store.put("a/b", new byte[] {1});
      assertThat(folder.resolve("a/b")).exists();
    }
  }

  @Test // C6
  void shouldOpenBucketWhenSchemeIsS3() {
    S3Settings settings = S3Settings.ofEndpoint(URI.create("http://127.0.0.1:1"), null);
    try (ObjectStore store = ObjectStores.open(URI.create("s3://bucket/a/b/"), settings)) {
      assertThat(store.describe()).isEqualTo("s3://bucket/a/b/");
    }
    try (ObjectStore store = ObjectStores.open(URI.create("s3://my_bucket"), settings)) {
      assertThat(store.describe()).isEqualTo("s3://my_bucket/");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"folder", "http://host/path", "s3:bucket", "file://host/path", "s3:///p"})
  void shouldRefuseUriWhenItIsNoStore(String uri) {
    assertThatThrownBy(() -> ObjectStores.open(URI.create(uri), S3Settings.defaults()))
        .isInstanceOf(ObjectStoreUsageException.class)
        .hasMessageContaining(uri);
  }
}

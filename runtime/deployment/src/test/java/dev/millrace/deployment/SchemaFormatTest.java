package dev.millrace.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.deployment.fixture.LoudReadings;
import dev.millrace.deployment.schemas.Channel;
import dev.millrace.deployment.schemas.Order;
import dev.millrace.deployment.schemas.Ping;
import dev.millrace.deployment.schemas.PingFile;
import java.io.IOException;
import java.util.Objects;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Indexer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which classes of an application are generated from schemas, so a native image needs them. */
class SchemaFormatTest {

  @Test
  void shouldFindRecordsEnumsAndWhatTheyContainWhenAvroMadeThem() throws IOException {
    assertThat(SchemaFormat.AVRO.generated(application()))
        .containsExactly(
            Channel.class.getName(), Order.class.getName(), Order.Builder.class.getName());
  }

  @Test
  void shouldFindMessagesFilesAndWhatTheyContainWhenProtocMadeThem() throws IOException {
    assertThat(SchemaFormat.PROTOBUF.generated(application()))
        .containsExactly(
            Ping.class.getName(),
            Ping.class.getName() + "$1",
            Ping.Builder.class.getName(),
            PingFile.class.getName());
  }

  @Test
  void shouldTellTheFormatOfAClassByItsSuperclasses() throws IOException {
    ClassHierarchy hierarchy = new ClassHierarchy(application());
    assertThat(format(hierarchy, Order.class)).isEqualTo(SchemaFormat.AVRO);
    assertThat(format(hierarchy, Ping.class)).isEqualTo(SchemaFormat.PROTOBUF);
    assertThat(format(hierarchy, Channel.class)).isNull();
    assertThat(format(hierarchy, LoudReadings.class)).isNull();
  }

  private static @Nullable SchemaFormat format(ClassHierarchy hierarchy, Class<?> type) {
    return SchemaFormat.of(Objects.requireNonNull(hierarchy.find(type.getName())), hierarchy);
  }

  /** As of an application: the libraries are not in its index. */
  private static IndexView application() throws IOException {
    Indexer indexer = new Indexer();
    for (Class<?> type :
        new Class<?>[] {
          Channel.class,
          LoudReadings.class,
          Order.class,
          Order.Builder.class,
          Ping.class,
          Ping.Builder.class,
          PingFile.class
        }) {
      indexer.indexClass(type);
    }
    try (var anonymous = Ping.class.getResourceAsStream("Ping$1.class")) {
      indexer.index(anonymous);
    }
    return indexer.complete();
  }
}

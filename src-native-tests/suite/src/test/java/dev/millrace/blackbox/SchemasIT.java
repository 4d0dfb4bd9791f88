package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Events and results that are classes generated from schemas, with windows and without. Nothing is
 * configured for them: what an executable needs of them, the build has found.
 */
class SchemasIT {
  private static final int NUMBER = 7;

  @TempDir Path folder;

  private Pod.Plan plan(String namespace, String topic, String... functions) {
    Pod.Plan plan =
        Pod.Plan.of(namespace, folder, Services.shared())
            .without("quarkus.millrace.document")
            .with("quarkus.millrace.functions.carrier-hours.enabled", "false")
            .with("quarkus.millrace.functions.flight-days.enabled", "false");
    for (String function : functions) {
      plan =
          plan.with("quarkus.millrace.functions." + function + ".enabled", "true")
              .with("mp.messaging.incoming." + function + ".topic", topic);
    }
    return plan;
  }

  private static void create(Topics topics, String input, String... functions) {
    topics.create(1, input);
    for (String function : functions) {
      topics.create(1, function + "-panes", function + "-dead-letters");
    }
  }

  /** By its own schema, an earlier one, and one of a registry; then JSON from Avro. */
  @Test
  void shouldReadAndWriteAvroWhenWritersHaveSeveralSchemas() throws IOException {
    String[] functions = {"avro-totals", "large-orders"};
    HttpServer registry = registry(AvroOrders.current());
    try (Topics topics = new Topics(Services.shared().kafka())) {
      create(topics, "avro-orders", functions);
      sendAvro(topics);
      Pod.Plan plan =
          plan("avro", "avro-orders", functions)
              .with(
                  "mp.messaging.connector.smallrye-kafka.schema.registry.url",
                  "http://127.0.0.1:" + registry.getAddress().getPort());
      try (Pod pod = Pod.ready(plan, Artifact.classes())) {
        List<Topics.Row> panes = await(pod, topics, "avro-totals-panes", 1);
        assertThat(AvroOrders.totals(bytes(panes.get(0))))
            .isEqualTo("3 1512.75 {OPEN-app-4=1, card=1, voucher=1} 10000");
        List<Topics.Row> alerts = await(pod, topics, "large-orders-panes", 1);
        assertThat(alerts)
            .extracting(row -> row.key() + " " + row.value())
            .containsExactly(
                "cyd {\"customer\":\"cyd\",\"amount\":1500.00,\"at\":\"1970-01-01T00:00:03Z\"}");
        for (String function : functions) {
          assertUndecodable(pod, topics, function);
        }
      }
    } finally {
      registry.stop(0);
    }
  }

  private static void sendAvro(Topics topics) throws IOException {
    Schema now = AvroOrders.current();
    Schema before = AvroOrders.earlier();
    topics.sendBytes(
        "avro-orders",
        "k",
        AvroOrders.singleObject(
            AvroOrders.order(now, "ann", 1_000, "10.50")
                .set("payment", AvroOrders.payment(now, "Card", "number", 4_711L))
                .set("state", AvroOrders.state(now, "PAID"))
                .set("channel", "web")
                .build()));
    topics.sendBytes(
        "avro-orders",
        "k",
        AvroOrders.singleObject(
            AvroOrders.order(before, "bob", 2_000, "2.25")
                .set("state", AvroOrders.state(before, "SENT"))
                .build()));
    topics.sendBytes(
        "avro-orders",
        "k",
        AvroOrders.registered(
            NUMBER,
            AvroOrders.order(now, "cyd", 3_000, "1500.00")
                .set("payment", AvroOrders.payment(now, "Voucher", "code", "v"))
                .set("state", AvroOrders.state(now, "OPEN"))
                .set("channel", "app")
                .build()));
    topics.sendBytes("avro-orders", "k", new byte[] {(byte) 0xC3, 1, 0, 0, 0, 0, 0, 0, 0, 0});
    topics.sendBytes(
        "avro-orders",
        "k",
        AvroOrders.singleObject(
            AvroOrders.order(now, "dan", 20_000, "1.00")
                .set("state", AvroOrders.state(now, "OPEN"))
                .build()));
    topics.flush();
  }

  /** Knows one schema, by its number. */
  private static HttpServer registry(Schema schema) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] answer = new ObjectMapper().writeValueAsBytes(Map.of("schema", schema.toString()));
    server.createContext(
        "/schemas/ids/" + NUMBER,
        exchange -> {
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    return server;
  }

  /** Plain and in a registry's frame; then what a message holds, as messages of their own. */
  @Test
  void shouldReadAndWriteProtobufWhenMessagesHoldOthers() throws IOException {
    String[] functions = {"proto-totals", "order-lines"};
    try (Topics topics = new Topics(Services.shared().kafka())) {
      create(topics, "proto-orders", functions);
      byte[] byCard = order("ann", 1, 1_050).number(4, 4_711).toBytes();
      byte[] byVoucher =
          order("bob", 3, 225)
              .text(5, "v")
              .message(6, new Protobuf().text(1, "tag").number(2, 1))
              .message(7, new Protobuf().text(1, "tea").number(2, 2))
              .message(7, new Protobuf().text(1, "cup").number(2, 1))
              .number(8, 1)
              .toBytes();
      topics.sendBytes("proto-orders", "k", byCard);
      topics.sendBytes("proto-orders", "k", framed(byVoucher));
      topics.sendBytes("proto-orders", "k", new byte[] {0x0A, 0x7F});
      topics.sendBytes("proto-orders", "k", order("end", 20, 0).toBytes());
      topics.flush();
      try (Pod pod = Pod.ready(plan("proto", "proto-orders", functions), Artifact.classes())) {
        List<Topics.Row> panes = await(pod, topics, "proto-totals-panes", 1);
        assertThat(Protobuf.fields(bytes(panes.get(0)), 4))
            .isEqualTo("1=2 2=1275 3={1=card 2=1} 3={1=voucher 2=1} 4=PAID-7-seconds: 3");
        List<Topics.Row> lines = await(pod, topics, "order-lines-panes", 2);
        assertThat(lines).extracting(Topics.Row::key).containsExactly("tea", "cup");
        assertThat(Protobuf.fields(bytes(lines.get(0)), 1)).isEqualTo("1=tea 2=2");
        for (String function : functions) {
          assertUndecodable(pod, topics, function);
        }
      }
    }
  }

  private static Protobuf order(String customer, long seconds, long cents) throws IOException {
    return new Protobuf()
        .text(1, customer)
        .message(2, new Protobuf().number(1, seconds))
        .number(3, cents);
  }

  /** Of the first message of its file. */
  private static byte[] framed(byte[] message) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(new byte[] {0, 0, 0, 0, NUMBER, 0});
    out.write(message);
    return out.toByteArray();
  }

  private static List<Topics.Row> await(Pod pod, Topics topics, String topic, int count) {
    pod.until(topic + " has " + count, () -> topics.read(topic).size() >= count);
    List<Topics.Row> rows = topics.read(topic);
    assertThat(rows).hasSize(count);
    return rows;
  }

  private static byte[] bytes(Topics.Row row) {
    return Objects.requireNonNull(row.bytes());
  }

  private static void assertUndecodable(Pod pod, Topics topics, String function) {
    assertThat(await(pod, topics, function + "-dead-letters", 1))
        .extracting(row -> row.header("millrace-reason"))
        .containsExactly("undecodable");
  }
}

package dev.millrace.avro;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.millrace.avro.test.Order;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against an HTTP server that answers as registries do. */
class SchemaRegistryTest {
  private static final byte[] BODY = Orders.generic(Earlier.SCHEMA, Earlier.order());
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, String> answers = new HashMap<>();
  private final AtomicInteger asked = new AtomicInteger();
  private volatile int failure = 404;
  private volatile String error = "{\"error_code\":40403,\"message\":\"Schema not found\"}";
  private volatile String authorization = "";
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    answers.put("/api/schemas/ids/300", text(Earlier.SCHEMA).toString());
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.incrementAndGet();
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    authorization = given == null ? "" : given;
    String answer = answers.get(exchange.getRequestURI().getRawPath());
    byte[] body = (answer == null ? error : answer).getBytes(UTF_8);
    exchange.sendResponseHeaders(answer == null ? failure : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static ObjectNode text(Schema schema) {
    return JSON.createObjectNode().put("schema", schema.toString());
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/api/";
  }

  private Decoder<Order> decoder() {
    RecordClass events = RecordClass.of(Order.class);
    SchemaRegistry registry = new SchemaRegistry(url(), "me:secret");
    return new FramedDecoder<>(events, new WriterSchemas(events, () -> registry));
  }

  @Test
  void shouldAskOnceWhenManyRecordsHaveOneSchema() throws Exception {
    Decoder<Order> decoder = decoder();
    for (int i = 0; i < 3; i++) {
      Earlier.expect(decoder.decode(Orders.framed(300, BODY)));
    }
    assertThat(asked).hasValue(1);
    assertThat(authorization).isEqualTo("Basic bWU6c2VjcmV0");
  }

  @Test
  void shouldFetchWhatASchemaRefersTo() throws Exception {
    ObjectNode order = JSON.createObjectNode();
    ObjectNode schema = (ObjectNode) JSON.readTree(Earlier.SCHEMA.toString());
    String state = Earlier.SCHEMA.getField("state").schema().toString();
    ((ObjectNode) schema.get("fields").get(5)).put("type", "dev.millrace.avro.test.State");
    order.put("schema", schema.toString());
    order
        .putArray("references")
        .addObject()
        .put("name", "dev.millrace.avro.test.State")
        .put("subject", "a/state")
        .put("version", 4);
    answers.put("/api/schemas/ids/8", order.toString());
    answers.put(
        "/api/subjects/a%2Fstate/versions/4",
        JSON.createObjectNode().put("schema", state).toString());
    Earlier.expect(decoder().decode(Orders.framed(8, BODY)));
  }

  @Test
  void shouldRejectTheRecordWhenTheRegistryKnowsNoSuchSchema() {
    assertThatThrownBy(() -> decoder().decode(Orders.framed(9, BODY)))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining(url() + "schemas/ids/9");
  }

  @Test
  void shouldRejectTheRecordWhenTheSchemaIsNotAvro() {
    answers.put("/api/schemas/ids/9", "{\"schemaType\":\"PROTOBUF\",\"schema\":\"syntax\"}");
    assertThatThrownBy(() -> decoder().decode(Orders.framed(9, BODY)))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("kind=PROTOBUF");
  }

  /** It is no verdict on the record: the partition waits. */
  @Test
  void shouldNotBlameTheRecordWhenTheRegistryCannotBeAsked() throws Exception {
    Decoder<Order> decoder = decoder();
    for (int status : new int[] {401, 404, 500, 503}) {
      failure = status;
      error = "<html>secret</html>".substring(0, status == 404 ? 0 : 6);
      error = status == 404 ? "{\"detail\":\"no such page\"}" : error;
      assertThatThrownBy(() -> decoder.decode(Orders.framed(9, BODY)))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("status " + status)
          .hasMessageContaining(SchemaRegistry.URL)
          .hasMessageNotContaining("secret");
    }
    answers.put("/api/schemas/ids/9", text(Earlier.SCHEMA).toString());
    Earlier.expect(decoder.decode(Orders.framed(9, BODY)));
    server.stop(0);
    assertThatThrownBy(() -> decoder.decode(Orders.framed(10, BODY)))
        .isInstanceOf(UncheckedIOException.class);
    Earlier.expect(decoder.decode(Orders.framed(9, BODY)));
  }
}

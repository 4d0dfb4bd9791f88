package dev.millrace.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.functions.codec.DecodeException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.util.Base64;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * Asks a schema registry for schemas, by the HTTP API that Confluent's has and Apicurio and
 * Karapace serve too. The caller keeps the answers: a number means the same schema for ever.
 *
 * <p>What says nothing about the record (nobody answers, who asks is not let in) is an {@link
 * UncheckedIOException}: the partition waits and asks again, and readiness says why. Only a
 * registry that knows no such schema rejects the record.
 */
final class SchemaRegistry {
  /** As Confluent's serializers are configured in Quarkus. */
  static final String URL = "mp.messaging.connector.smallrye-kafka.schema.registry.url";

  private static final String USER_INFO =
      "mp.messaging.connector.smallrye-kafka.schema.registry.basic.auth.user.info";

  private static final int CONNECT_MS = 5_000;
  private static final int READ_MS = 10_000;
  private static final int MAX_ANSWER_BYTES = 16 << 20;
  private static final int MAX_REFERENCES = 1_000;
  private static final int NOT_FOUND = 404;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String url;
  private final @Nullable String userInfo;

  /**
   * A registry.
   *
   * @param url with http or https; more than one by commas, of which the first is asked
   * @param userInfo user and password, with a colon between; null for none
   */
  SchemaRegistry(String url, @Nullable String userInfo) {
    this.url = url.split(",", -1)[0].strip().replaceAll("/+$", "");
    this.userInfo = userInfo;
  }

  /** That of the configuration; null if there is none, or no configuration either. */
  static @Nullable SchemaRegistry configured() {
    Config config;
    try {
      config = ConfigProvider.getConfig();
    } catch (IllegalStateException noImplementation) {
      return null; // in a plain unit test
    }
    String userInfo = config.getOptionalValue(USER_INFO, String.class).orElse(null);
    return config
        .getOptionalValue(URL, String.class)
        .map(url -> new SchemaRegistry(url, userInfo))
        .orElse(null);
  }

  /**
   * The schema of a number.
   *
   * @throws DecodeException if there is none, or it is not Avro
   * @throws UncheckedIOException if it cannot be asked now
   */
  Schema schema(int number) throws DecodeException {
    String path = "/schemas/ids/" + number;
    JsonNode answer;
    try {
      answer = get(path);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Expected the schema registry to answer, but it did not: url="
              + url
              + path
              + ", problem="
              + e.getMessage()
              + ". Check that it runs, and "
              + URL
              + "; it is asked again.",
          e);
    }
    if (answer == null) {
      throw new DecodeException(
          "Expected a schema that the registry knows, but it does not: url=" + url + path + ".",
          null);
    }
    return parsed(answer, path);
  }

  private Schema parsed(JsonNode answer, String path) throws DecodeException {
    try {
      Schema.Parser parser = new Schema.Parser();
      addReferences(answer, parser, 0);
      return parser.parse(answer.path("schema").asText());
    } catch (SchemaParseException e) {
      throw new DecodeException(
          "Expected an Avro schema in the registry, but it is none: url="
              + url
              + path
              + ", kind="
              + answer.path("schemaType").asText("AVRO")
              + ".",
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Expected the schema registry to hold what a schema refers to, but it does not: url="
              + url
              + path
              + ", problem="
              + e.getMessage()
              + ". Register it; it is asked again.",
          e);
    }
  }

  /** Types that the schema uses and does not define, those that they use first. */
  private void addReferences(JsonNode answer, Schema.Parser parser, int depth) throws IOException {
    for (JsonNode reference : answer.path("references")) {
      if (parser.getTypes().containsKey(reference.path("name").asText())) {
        continue;
      }
      String path =
          "/subjects/"
              + URLEncoder.encode(reference.path("subject").asText(), UTF_8)
              + "/versions/"
              + reference.path("version").asInt();
      JsonNode referred = depth < MAX_REFERENCES ? get(path) : null;
      if (referred == null) {
        throw new IOException("not there: " + path);
      }
      addReferences(referred, parser, depth + 1);
      var unused = parser.parse(referred.path("schema").asText());
    }
  }

  /** Its answer; null if it says that there is no such thing. */
  private @Nullable JsonNode get(String path) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(url + path).toURL().openConnection();
    connection.setConnectTimeout(CONNECT_MS);
    connection.setReadTimeout(READ_MS);
    connection.setRequestProperty("Accept", "application/vnd.schemaregistry.v1+json");
    if (userInfo != null) {
      connection.setRequestProperty(
          "Authorization", "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(UTF_8)));
    }
    int status = connection.getResponseCode();
    if (status == HttpURLConnection.HTTP_OK) {
      return body(connection.getInputStream());
    }
    if (status == NOT_FOUND && isVerdict(connection.getErrorStream())) {
      return null;
    }
    throw new IOException("HTTP status " + status);
  }

  /** Whether it is the registry that says so, and not a proxy before it or another server. */
  private static boolean isVerdict(@Nullable InputStream answer) throws IOException {
    return answer != null && body(answer).path("error_code").asInt() / 100 == NOT_FOUND;
  }

  private static JsonNode body(InputStream stream) throws IOException {
    try (stream) {
      return JSON.readTree(stream.readNBytes(MAX_ANSWER_BYTES));
    }
  }
}

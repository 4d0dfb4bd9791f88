package dev.millrace.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The page of all configuration properties, made from what Quarkus' annotation processor writes
 * down of the extension's configuration classes.
 */
final class ConfigurationPage {
  private static final Pattern CODE = Pattern.compile("\\{@(?:code|value|link|literal) ([^}]*)}");
  private static final Pattern TAG = Pattern.compile("</?[a-zA-Z]+[^>]*>");
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private final JsonNode model;
  private final JsonNode javadoc;

  /** Reads the description of a build. */
  ConfigurationPage(Path folder) throws IOException {
    YAMLMapper yaml = new YAMLMapper();
    model = yaml.readTree(folder.resolve("quarkus-config-model.yaml").toFile());
    javadoc = yaml.readTree(folder.resolve("quarkus-config-javadoc.yaml").toFile()).get("elements");
  }

  /** The page in Markdown. */
  String text() {
    StringBuilder page = new StringBuilder();
    page.append("# Configuration\n\n")
        .append("Made from the extension's sources by the build; do not edit. ")
        .append("How to use it: [operations](operations.md).\n\n")
        .append("| property, environment variable | type | default | |\n|---|---|---|---|\n");
    for (JsonNode property : properties()) {
      page.append(row(property));
    }
    return page.toString();
  }

  private List<JsonNode> properties() {
    List<JsonNode> all = new ArrayList<>();
    model.get("configRoots").forEach(root -> collect(root, all));
    return all;
  }

  private static void collect(JsonNode parent, List<JsonNode> all) {
    for (JsonNode item : parent.get("items")) {
      if (item.has("items")) {
        collect(item, all);
      } else {
        all.add(item);
      }
    }
  }

  private String row(JsonNode property) {
    return String.format(
        "| `%s`<br>`%s` | %s | %s | %s |%n",
        property.at("/path/property").asText(),
        property.at("/path/environmentVariable").asText(),
        type(property),
        property.has("defaultValue") ? code(defaultValue(property)) : "",
        description(property));
  }

  private static String type(JsonNode property) {
    List<String> values = new ArrayList<>();
    property
        .at("/enumAcceptedValues/values")
        .forEach(value -> values.add(code(value.get("configValue").asText())));
    String type =
        values.isEmpty()
            ? property.get("typeDescription").asText().toLowerCase(Locale.ROOT)
            : String.join(", ", values);
    return property.path("list").asBoolean() ? "list of " + type : type;
  }

  /** Durations are described in upper case, and written by people in lower. */
  private static String defaultValue(JsonNode property) {
    String value = property.get("defaultValue").asText();
    return type(property).equals("duration") ? value.toLowerCase(Locale.ROOT) : value;
  }

  private String description(JsonNode property) {
    JsonNode element =
        javadoc.get(
            property.get("sourceType").asText() + "." + property.get("sourceElementName").asText());
    if (element == null) {
      throw new IllegalStateException(
          "Expected Javadoc of every property, but it is missing: property="
              + property.at("/path/property").asText());
    }
    String text = CODE.matcher(element.get("description").asText()).replaceAll("`$1`");
    return SPACE.matcher(TAG.matcher(text).replaceAll(" ")).replaceAll(" ").replace("|", "\\|");
  }

  private static String code(String text) {
    return "`" + text + "`";
  }
}

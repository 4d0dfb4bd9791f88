package dev.millrace.json.declarative;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.millrace.json.declarative.Doc.Entry;
import dev.millrace.json.declarative.Doc.Mapping;
import dev.millrace.json.declarative.Doc.Place;
import dev.millrace.json.declarative.Doc.Scalar;
import dev.millrace.json.declarative.Doc.Sequence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads YAML, or JSON if the text begins with a brace, into a tree that keeps its places. */
final class DocReader {
  private final DocumentProblems problems;

  DocReader(DocumentProblems problems) {
    this.problems = problems;
  }

  /**
   * Reads the only document of a text.
   *
   * @throws InvalidDocumentException if it cannot be read at all
   */
  Doc read(String text) {
    JsonFactory factory =
        text.stripLeading().startsWith("{") ? new JsonFactory() : new YAMLFactory();
    try (JsonParser parser = factory.createParser(text)) {
      if (parser.nextToken() == null) {
        throw refused(new Place(1, 1), "Expected a document, but the text is empty.");
      }
      Doc doc = node(parser);
      if (parser.nextToken() != null) {
        throw refused(place(parser), "Expected one document, but another one follows. Split them.");
      }
      return doc;
    } catch (JsonProcessingException e) {
      Place place = e.getLocation() == null ? new Place(1, 1) : place(e.getLocation());
      throw refused(
          place,
          "Expected YAML or JSON, but it is malformed: "
              + reason(e)
              + ". Put texts with brackets, braces, colons or # in quotes.");
    } catch (IOException e) {
      throw new IllegalStateException("Expected to read from memory, but it failed.", e);
    }
  }

  /** The parser's reasons without the excerpts of the document between them. */
  private static String reason(JsonProcessingException e) {
    return String.join(
        "; ",
        e.getOriginalMessage().lines().filter(line -> line.matches("[^\\s^].*")).limit(2).toList());
  }

  private InvalidDocumentException refused(Place place, String message) {
    problems.add(place, "", message);
    return problems.exception();
  }

  private Doc node(JsonParser parser) throws IOException {
    if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
      throw refused(place(parser), "Expected plain YAML, but there is an alias. Write it out.");
    }
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      return mapping(parser);
    }
    if (token == JsonToken.START_ARRAY) {
      return sequence(parser);
    }
    Place place = place(parser);
    return new Scalar(place, token == JsonToken.VALUE_NULL ? "" : parser.getText());
  }

  private Mapping mapping(JsonParser parser) throws IOException {
    Place place = place(parser);
    Map<String, Entry> entries = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      Place namePlace = place(parser);
      String name = parser.currentName();
      parser.nextToken();
      Entry before = entries.put(name, new Entry(namePlace, node(parser)));
      if (before != null) {
        problems.add(
            namePlace,
            name,
            "Expected each property once, but it is repeated: first=line "
                + before.place().line()
                + ". Remove one.");
      }
    }
    return new Mapping(place, entries);
  }

  private Sequence sequence(JsonParser parser) throws IOException {
    Place place = place(parser);
    List<Doc> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(node(parser));
    }
    return new Sequence(place, items);
  }

  private static Place place(JsonParser parser) {
    return place(parser.currentTokenLocation());
  }

  private static Place place(JsonLocation location) {
    return new Place(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }
}

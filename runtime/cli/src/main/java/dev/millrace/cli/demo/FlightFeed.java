package dev.millrace.cli.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the month's reports in the order in which they came in, keyed by flight, spread evenly over
 * a given time; then one report per partition of 3 February, by which event time passes the end of
 * the month everywhere. A thread of its own.
 */
final class FlightFeed implements Runnable {
  private static final String MONTH = "/demo/flights-2013-01.jsonl.gz";
  private static final String CLOSING = "/demo/flights-2013-02-03.jsonl";
  private static final int SLICE = 100;

  private final Map<String, Object> kafka;
  private final String topic;
  private final List<String> reports = lines(MONTH, true);
  private final List<String> closing = lines(CLOSING, false);
  private final Duration duration;
  private final ObjectMapper json = new ObjectMapper();

  private volatile int sent;
  private volatile boolean done;
  private volatile @Nullable Exception failure;

  /**
   * Reads the month.
   *
   * @param kafka client properties
   * @param duration over which to spread it
   */
  FlightFeed(Map<String, Object> kafka, String topic, Duration duration) {
    this.kafka = Map.copyOf(kafka);
    this.topic = topic;
    this.duration = duration;
  }

  private static List<String> lines(String resource, boolean zipped) {
    try (InputStream raw = resource(resource);
        InputStream in = zipped ? new GZIPInputStream(raw) : raw;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static InputStream resource(String name) throws IOException {
    InputStream in = FlightFeed.class.getResourceAsStream(name);
    if (in == null) {
      throw new IOException("Expected a resource in the command's jar, but there is none: " + name);
    }
    return in;
  }

  @Override
  public void run() {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(kafka, new StringSerializer(), new StringSerializer())) {
      long start = System.nanoTime();
      for (int from = 0; from < reports.size(); from += SLICE) {
        int to = Math.min(from + SLICE, reports.size());
        send(producer, reports.subList(from, to));
        sent = to;
        long due = start + duration.toNanos() / reports.size() * to;
        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
      }
      send(producer, closing);
      producer.flush();
      done = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
  }

  private void send(KafkaProducer<String, String> producer, List<String> lines) throws IOException {
    for (String line : lines) {
      String flight = json.readTree(line).path("flight").textValue();
      // Failures come to the callback.
      var unused = producer.send(new ProducerRecord<>(topic, flight, line), this::sent);
    }
  }

  private void sent(Object metadata, @Nullable Exception e) {
    if (e != null) {
      failure = e;
    }
  }

  /** Reports of the month. */
  int total() {
    return reports.size();
  }

  /** Reports of the month handed to the producer so far. */
  int sent() {
    return sent;
  }

  /** Whether all has arrived. */
  boolean isDone() {
    return done;
  }

  /** Why it stopped, or null. */
  @Nullable Exception failure() {
    return failure;
  }
}

package dev.millrace.cli.reconcile;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.spec.WindowSpec;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** A function whose events are numbers: event time and summand at once. */
final class Sums {
  private Sums() {}

  static FunctionDefinition<Long, Long, Long> of(WindowSpec window) {
    return of(window, AccumulationMode.ACCUMULATING);
  }

  static FunctionDefinition<Long, Long, Long> of(WindowSpec window, AccumulationMode mode) {
    return of(window, mode, EmissionSpec.ON_COMPLETE, KeySource.RECORD_KEY);
  }

  static FunctionDefinition<Long, Long, Long> of(
      WindowSpec window, AccumulationMode mode, EmissionSpec emission, KeySource key) {
    FunctionSpec spec =
        new FunctionSpec(
            "sums", window, TimeSpec.DEFAULTS, emission, mode, key, ErrorPolicy.DEAD_LETTER);
    return new FunctionDefinition<>(
        spec,
        Sums::decode,
        sum -> bytes(sum.toString()),
        (event, timestampMs) -> event,
        null,
        new Sum(),
        new NoState());
  }

  private static Long decode(byte[] value) throws DecodeException {
    try {
      return Long.valueOf(new String(value, StandardCharsets.UTF_8));
    } catch (NumberFormatException e) {
      throw new DecodeException("no number", e);
    }
  }

  static ConsumerRecord<byte[], byte[]> input(String key, long offset, String value) {
    return input(0, key, offset, value);
  }

  static ConsumerRecord<byte[], byte[]> input(
      int partition, String key, long offset, String value) {
    return new ConsumerRecord<>("numbers", partition, offset, bytes(key), bytes(value));
  }

  static ConsumerRecord<byte[], byte[]> pane(
      String key, long start, long end, PaneKind kind, int index, String value) {
    ConsumerRecord<byte[], byte[]> pane =
        new ConsumerRecord<>("sums-panes", 0, 0, bytes(key), bytes(value));
    put(
        pane.headers(),
        Map.of(
            "millrace-window-start", Long.toString(start),
            "millrace-window-end", Long.toString(end),
            "millrace-pane", kind.label(),
            "millrace-pane-index", Integer.toString(index),
            "millrace-final", "true"));
    return pane;
  }

  static ConsumerRecord<byte[], byte[]> letter(long sourceOffset, String reason) {
    ConsumerRecord<byte[], byte[]> letter =
        new ConsumerRecord<>("letters", 0, 0, bytes("a"), bytes("any"));
    put(
        letter.headers(),
        Map.of(
            "millrace-source-topic",
            "numbers",
            "millrace-source-partition",
            "0",
            "millrace-source-offset",
            Long.toString(sourceOffset),
            "millrace-reason",
            reason));
    return letter;
  }

  /** A record of partition 0 that was too late by that watermark. */
  static ConsumerRecord<byte[], byte[]> late(long sourceOffset, long timeMs, long watermarkMs) {
    ConsumerRecord<byte[], byte[]> letter = letter(sourceOffset, "");
    put(
        letter.headers(),
        Map.of(
            "millrace-event-time",
            Long.toString(timeMs),
            "millrace-watermark",
            Long.toString(watermarkMs)));
    return letter;
  }

  private static void put(Headers headers, Map<String, String> values) {
    values.forEach((name, value) -> headers.add(name, bytes(value)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static final class Sum implements WindowFunction<Long, Long, Long> {
    @Override
    public Long create() {
      return 0L;
    }

    @Override
    public Long add(Long accumulator, Long event) {
      return accumulator + event;
    }

    @Override
    public @Nullable Long finish(Long accumulator, WindowContext context) {
      return accumulator;
    }
  }
}

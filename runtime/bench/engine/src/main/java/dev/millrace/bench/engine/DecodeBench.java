package dev.millrace.bench.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.codec.DecodeException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * What is it to read the two fields of an event of 100 bytes that a function needs? What this
 * allocates, the whole of a record's way does too: see {@link KnownKeyBench}.
 */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class DecodeBench extends MicroBench {
  private final FunctionDefinition<Object, Object, Object> sum = function(Shape.TUMBLING);
  private final Events events = new Events(1);
  private byte[] escaped;

  /** Makes an event with an escape in a field that is not needed. */
  @Setup
  public void open() {
    events.next();
    String plain = new String(events.json(), UTF_8);
    escaped = plain.replace("/shop", "\\u002fshop").getBytes(UTF_8);
  }

  /** One with numbers and ASCII, as most are. */
  @Benchmark
  public Object plain() throws DecodeException {
    events.nextAtOnce();
    return sum.decoder().decode(events.json());
  }

  /** One with an escape, which Jackson reads. */
  @Benchmark
  public Object escaped() throws DecodeException {
    return sum.decoder().decode(escaped);
  }

  /** Making the event alone, to be subtracted. */
  @Benchmark
  public byte[] making() {
    return events.nextAtOnce();
  }
}

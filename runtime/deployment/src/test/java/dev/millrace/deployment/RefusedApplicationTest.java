package dev.millrace.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.protobuf.Timestamp;
import dev.millrace.functions.RecordContext;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.Session;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import io.quarkus.test.QuarkusUnitTest;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The build fails, and the message lists every problem of every function. */
class RefusedApplicationTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      new QuarkusUnitTest()
          .withApplicationRoot(
              jar -> jar.addClasses(NoTime.class, NoTime.Event.class, Twin.class, NoCodec.class))
          .overrideConfigKey("quarkus.devservices.enabled", "false")
          .assertException(
              refusal ->
                  assertThat(refusal)
                      .hasStackTraceContaining("RefusedApplicationTest$NoTime")
                      .hasStackTraceContaining("Expected an event time (W7)")
                      .hasStackTraceContaining("calls Instant.now()")
                      .hasStackTraceContaining("RefusedApplicationTest$Twin")
                      .hasStackTraceContaining("Implement exactly one")
                      .hasStackTraceContaining(
                          "Add the dependency dev.millrace:millrace-protobuf"));

  @Test
  void shouldRefuseTheApplication() {
    fail("Expected the build to fail.");
  }

  @StreamFunction("no-time")
  @Session(gap = "1m")
  static class NoTime implements WindowFunction<NoTime.Event, Long, Long> {
    record Event(long value) {}

    @Override
    public Long create() {
      return 0L;
    }

    @Override
    public Long add(Long sum, Event event) {
      return sum + Instant.now().toEpochMilli();
    }

    @Override
    public Long finish(Long sum, WindowContext context) {
      return sum;
    }
  }

  @StreamFunction("no-time")
  static class Twin {}

  @StreamFunction("no-codec")
  static class NoCodec implements RecordFunction<Timestamp, Long> {
    @Override
    public void apply(Timestamp event, RecordContext<Long> context) {
      context.emit(event.getSeconds());
    }
  }
}

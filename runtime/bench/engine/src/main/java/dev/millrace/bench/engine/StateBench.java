package dev.millrace.bench.engine;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.engine.accumulate.PaneState;
import dev.millrace.engine.accumulate.PaneStateCodec;
import dev.millrace.engine.accumulate.Session;
import dev.millrace.engine.accumulate.Sessions;
import dev.millrace.engine.accumulate.SessionsCodec;
import dev.millrace.state.ValueCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** What is it to encode a value for a checkpoint, into a buffer that is there, and to decode it? */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class StateBench extends MicroBench {
  private final FunctionDefinition<Object, Object, Object> sum = function(Shape.TUMBLING);
  private final FunctionDefinition<Object, Object, Object> count = function(Shape.SESSION);
  private final ValueCodec<PaneState<Object>> windows = new PaneStateCodec<>(sum.stateType());
  private final ValueCodec<Sessions<Object>> sessions = new SessionsCodec<>(count.stateType());
  private final PaneState<Object> window = new PaneState<>(sum.function().create());
  private final Sessions<Object> ofKey = new Sessions<>();
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(256);
  private final DataOutputStream out = new DataOutputStream(buffer);
  private DataInputStream windowIn;
  private DataInputStream sessionIn;

  /** Encodes what is to be decoded. */
  @Setup
  public void open() throws IOException {
    ofKey.replace(0, 0, new Session<>(count.function().create(), 1, 2));
    encodeWindow();
    windowIn = new DataInputStream(new ByteArrayInputStream(buffer.toByteArray()));
    encodeSession();
    sessionIn = new DataInputStream(new ByteArrayInputStream(buffer.toByteArray()));
  }

  /** The sum of a key and window. */
  @Benchmark
  public int encodeWindow() throws IOException {
    buffer.reset();
    windows.write(window, out);
    return buffer.size();
  }

  /** The same. */
  @Benchmark
  public Object decodeWindow() throws IOException {
    windowIn.reset();
    return windows.read(windowIn);
  }

  /** The one session of a key, with a count. */
  @Benchmark
  public int encodeSession() throws IOException {
    buffer.reset();
    sessions.write(ofKey, out);
    return buffer.size();
  }

  /** The same. */
  @Benchmark
  public Object decodeSession() throws IOException {
    sessionIn.reset();
    return sessions.read(sessionIn);
  }
}

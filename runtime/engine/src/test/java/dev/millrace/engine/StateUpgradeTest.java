package dev.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.Sum.Total;
import dev.millrace.engine.accumulate.PaneBookCodec;
import dev.millrace.engine.accumulate.PaneState;
import dev.millrace.engine.accumulate.PaneStateCodec;
import dev.millrace.engine.accumulate.Session;
import dev.millrace.engine.accumulate.Sessions;
import dev.millrace.engine.accumulate.SessionsCodec;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.state.IncompatibleStateException;
import dev.millrace.functions.state.StateReader;
import dev.millrace.functions.state.StateSchema;
import dev.millrace.functions.state.StateType;
import dev.millrace.state.ValueCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Rule T4, case S09: bytes of what is kept per key and window, and reading those of an older
 * accumulator.
 */
class StateUpgradeTest {
  private static final ValueCodec<PaneState<Total>> CODEC =
      new PaneStateCodec<>(new Sum.Type(true));

  /** Reads an accumulator that had another field before. */
  private record Newer(Sum.Type present) implements StateType<Total> {
    static final StateSchema OLD =
        new StateSchema(
            "Total",
            List.of(new StateSchema.Field("gone", "long"), new StateSchema.Field("sum", "long")));

    @Override
    public StateSchema schema() {
      return present.schema();
    }

    @Override
    public void write(Total total, DataOutput out) throws IOException {
      present.write(total, out);
    }

    @Override
    public Total read(DataInput in) throws IOException {
      return present.read(in);
    }

    @Override
    public StateReader<Total> readerFor(StateSchema written) {
      if (!written.equals(OLD)) {
        throw new IncompatibleStateException("written " + written + ", present " + schema());
      }
      return in -> {
        in.readLong();
        return present.read(in);
      };
    }

    @Override
    public boolean atomic() {
      return true;
    }
  }

  @Test
  void shouldTakeOneByteMoreThanAccumulatorWhenWindowHasNotFired() throws IOException {
    assertThat(hex(CODEC, state(7))).isEqualTo("00" + "0000000000000007");
    assertThat(CODEC.schema()).isEqualTo("pane1 Total{sum:long}");
  }

  @Test
  void shouldKeepItsBytesWhenEverythingIsKept() throws IOException {
    PaneState<Total> state = state(7);
    state.emitted(2, PaneKind.LATE, new byte[] {5, 6});
    state.early(3, 1000);
    String bytes =
        "0f"
            + "00000002"
            + "0000000000000003"
            + "00000000000003e8"
            + "02000000020506"
            + "0000000000000007";
    assertThat(hex(CODEC, state)).isEqualTo(bytes);
    PaneState<Total> read = read(CODEC, bytes);
    assertThat(hex(CODEC, read)).isEqualTo(bytes);
    assertThat(read.lastKind()).isEqualTo(PaneKind.LATE);
  }

  @Test
  void shouldKeepItsBytesWhenSessionsAreKept() throws IOException {
    SessionsCodec<Total> codec = new SessionsCodec<>(new Sum.Type(true));
    Sessions<Total> sessions = new Sessions<>();
    sessions.replace(0, 0, new Session<>(total(7), -1, 5));
    String bytes = "00000001" + "ffffffffffffffff" + "0000000000000005" + "00" + "0000000000000007";
    assertThat(hex(codec, sessions)).isEqualTo(bytes);
    assertThat(hex(codec, read(codec, bytes))).isEqualTo(bytes);
    assertThat(codec.schema()).isEqualTo("sessions1 Total{sum:long}");
  }

  @Test
  void shouldReadOlderAccumulatorsWhenTypeCan() throws IOException {
    StateType<Total> newer = new Newer(new Sum.Type(true));
    String written = "Total{gone:long,sum:long}";
    assertThat(Newer.OLD.text()).isEqualTo(written);
    ValueCodec<PaneState<Total>> panes = new PaneStateCodec<>(newer).readerFor("pane1 " + written);
    PaneState<Total> pane = read(panes, "00" + "00000000000000ff" + "0000000000000007");
    assertThat(pane.accumulator().sum).isEqualTo(7);
    ValueCodec<Sessions<Total>> sessions =
        new SessionsCodec<>(newer).readerFor("sessions1 " + written);
    Sessions<Total> read =
        read(
            sessions,
            "00000001"
                + "0000000000000001"
                + "0000000000000005"
                + "00"
                + "00000000000000ff"
                + "0000000000000007");
    assertThat(read.get(0).accumulator().sum).isEqualTo(7);
  }

  @Test
  void shouldRefuseBeforeReadingWhenLayoutOrSchemaDoesNotFit() {
    assertThatThrownBy(() -> CODEC.readerFor("pane2 Total{sum:long}"))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("pane2 Total{sum:long}")
        .hasMessageContaining("pane1 Total{sum:long}");
    assertThatThrownBy(
            () ->
                new PaneStateCodec<>(new Newer(new Sum.Type(true)))
                    .readerFor("pane1 Total{other:text}"))
        .isInstanceOf(IncompatibleStateException.class);
    assertThatThrownBy(() -> new PaneBookCodec().readerFor("pane2"))
        .isInstanceOf(IncompatibleStateException.class);
  }

  @Test
  void shouldRefuseBytesWhenTheyAreNoPaneBook() {
    assertThatThrownBy(() -> read(CODEC, "10")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> read(CODEC, "0809")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> read(CODEC, "0801ffffffff")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> read(new SessionsCodec<>(new Sum.Type(true)), "ffffffff"))
        .isInstanceOf(IOException.class);
  }

  private static PaneState<Total> state(long sum) {
    return new PaneState<>(total(sum));
  }

  private static Total total(long sum) {
    Total total = new Total();
    total.sum = sum;
    return total;
  }

  private static <V> String hex(ValueCodec<V> codec, V value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.write(value, new DataOutputStream(bytes));
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  private static <V> V read(ValueCodec<V> codec, String hex) throws IOException {
    return codec.read(new DataInputStream(new ByteArrayInputStream(HexFormat.of().parseHex(hex))));
  }
}

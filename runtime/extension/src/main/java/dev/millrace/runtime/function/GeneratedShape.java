package dev.millrace.runtime.function;

import dev.millrace.functions.state.RecordShape;
import dev.millrace.functions.state.TypeRef;
import java.util.ArrayList;
import java.util.List;

/** What generated shapes have in common: all but {@link #create} and {@link #read}. */
public abstract class GeneratedShape implements RecordShape<Object> {
  private final String className;
  private final boolean isRecord;
  private final List<Field> fields;

  /**
   * Creates the description.
   *
   * @param namesAndTypes name and canonical type of each field in turn
   */
  protected GeneratedShape(String className, boolean isRecord, String[] namesAndTypes) {
    this.className = className;
    this.isRecord = isRecord;
    List<Field> described = new ArrayList<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      described.add(new Field(namesAndTypes[i], TypeRef.parse(namesAndTypes[i + 1])));
    }
    this.fields = List.copyOf(described);
  }

  @Override
  public final String className() {
    return className;
  }

  @Override
  public final List<Field> fields() {
    return fields;
  }

  @Override
  public final boolean isRecord() {
    return isRecord;
  }
}

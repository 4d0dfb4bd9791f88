package dev.millrace.functions.codec;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** The codec providers there are. Which one serves a type does not depend on the order found. */
public final class Codecs {
  private final List<CodecProvider> providers;

  public Codecs(List<CodecProvider> providers) {
    List<CodecProvider> sorted = new ArrayList<>(providers);
    sorted.sort(
        Comparator.comparingInt(CodecProvider::priority)
            .reversed()
            .thenComparing(CodecProvider::name));
    this.providers = List.copyOf(sorted);
  }

  /** All providers on the class path of a class loader. */
  public static Codecs load(ClassLoader loader) {
    List<CodecProvider> found = new ArrayList<>();
    ServiceLoader.load(CodecProvider.class, loader).forEach(found::add);
    return new Codecs(found);
  }

  /**
   * The provider for a type.
   *
   * @param name of the format, or empty for the one with the highest priority
   * @throws IllegalArgumentException if there is none; the message lists those there are
   */
  public CodecProvider provider(String name, Type type) {
    for (CodecProvider provider : providers) {
      if ((name.isEmpty() || provider.name().equals(name)) && provider.supports(type)) {
        return provider;
      }
    }
    throw new IllegalArgumentException(
        "Expected a codec for a function's events and results, but there is none: type="
            + type.getTypeName()
            + ", codec="
            + (name.isEmpty() ? "(any)" : name)
            + ", available="
            + providers.stream().map(CodecProvider::name).toList()
            + ". Add the module of the codec, or correct its name.");
  }
}

package dev.millrace.runtime.config;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.Priorities;
import jakarta.annotation.Priority;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/**
 * Lets functions use the keys {@code mp.messaging.incoming.<function>.*}, although no channel of
 * that name is declared in the application. Such a channel has no connector, which the messaging
 * extension refuses at start; here it gets one and is disabled, so that only Millrace reads it.
 * Channels that the application declares have a connector from the build and stay as they are.
 *
 * <p>A function's input and output have one name, which two channels of the messaging extension may
 * not, disabled or not. Where both are set it is shown the input only: it learns of channels by the
 * names of properties, and nobody else needs those.
 */
@Priority(Priorities.LIBRARY + 600)
public final class UnboundChannels implements ConfigSourceInterceptor {
  private static final long serialVersionUID = 1L;
  private static final Pattern KEY =
      Pattern.compile("(mp\\.messaging\\.(?:incoming|outgoing)\\.(?:\"[^\"]+\"|[^.]+))\\.(.+)");

  private static final String SOURCE = "millrace";

  /** Ordinal of the source of defaults. */
  private static final int DEFAULTS_ORDINAL = Integer.MIN_VALUE;

  /** The connector that such a channel names without ever using it. */
  public static final String CONNECTOR = "smallrye-kafka";

  @Override
  public @Nullable ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
    ConfigValue value = context.proceed(name);
    if (isSet(value) || !name.startsWith("mp.messaging.")) {
      return value;
    }
    Matcher key = KEY.matcher(name);
    if (!key.matches() || isSet(context.proceed(key.group(1) + ".connector"))) {
      return value;
    }
    return switch (key.group(2)) {
      case "connector" -> value(name, CONNECTOR);
      case "enabled" -> value(name, "false");
      default -> value;
    };
  }

  /** The messaging extension has a default of its own for {@code enabled}, which says nothing. */
  private static boolean isSet(@Nullable ConfigValue value) {
    return value != null && value.getConfigSourceOrdinal() != DEFAULTS_ORDINAL;
  }

  @Override
  public Iterator<String> iterateNames(ConfigSourceInterceptorContext context) {
    Set<String> names = new LinkedHashSet<>();
    Set<String> channels = new LinkedHashSet<>();
    context
        .iterateNames()
        .forEachRemaining(
            name -> {
              names.add(name);
              Matcher key = KEY.matcher(name);
              if (key.matches()) {
                channels.add(key.group(1));
              }
            });
    Set<String> hidden = new LinkedHashSet<>();
    for (String channel : channels) {
      if (isTwin(context, channel, channels)) {
        hidden.add(channel + ".");
      } else if (names.add(channel + ".connector")) {
        names.add(channel + ".enabled");
      }
    }
    if (!hidden.isEmpty()) {
      names.removeIf(name -> hidden.stream().anyMatch(name::startsWith));
    }
    return names.iterator();
  }

  /** An output beside an input of the same name, neither of them the application's own. */
  private static boolean isTwin(
      ConfigSourceInterceptorContext context, String channel, Set<String> channels) {
    String input = channel.replaceFirst("\\.outgoing\\.", ".incoming.");
    return !input.equals(channel)
        && channels.contains(input)
        && !isOwn(context, channel)
        && !isOwn(context, input);
  }

  /**
   * Whether a channel is the application's. What is told here of one that application.properties
   * mentions is recorded by the build and comes back at run time: a connector, and that it is
   * disabled.
   */
  private static boolean isOwn(ConfigSourceInterceptorContext context, String channel) {
    ConfigValue enabled = context.proceed(channel + ".enabled");
    boolean isDisabled = enabled != null && "false".equals(enabled.getValue());
    return isSet(context.proceed(channel + ".connector")) && !isDisabled;
  }

  /** The channels that have settings but neither a connector nor an answer whether to be used. */
  static Set<String> of(Config config) {
    Set<String> channels = new LinkedHashSet<>();
    for (String name : config.getPropertyNames()) {
      Matcher key = KEY.matcher(name);
      if (key.matches()
          && isOurs(config, key.group(1) + ".connector")
          && isOurs(config, key.group(1) + ".enabled")) {
        channels.add(key.group(1));
      }
    }
    return channels;
  }

  private static boolean isOurs(Config config, String name) {
    return SOURCE.equals(config.getConfigValue(name).getSourceName());
  }

  private static ConfigValue value(String name, String text) {
    return ConfigValue.builder()
        .withName(name)
        .withValue(text)
        .withRawValue(text)
        .withConfigSourceName(SOURCE)
        .build();
  }
}

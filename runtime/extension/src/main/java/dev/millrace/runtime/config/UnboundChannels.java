package dev.millrace.runtime.config;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.Priorities;
import jakarta.annotation.Priority;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lets functions use the keys {@code mp.messaging.incoming.<function>.*}, although no channel of
 * that name is declared in the application. Such a channel has no connector, which the messaging
 * extension refuses at start; here it gets one and is disabled, so that only Millrace reads it.
 * Channels that the application declares have a connector from the build and stay as they are.
 */
@Priority(Priorities.LIBRARY + 600)
public final class UnboundChannels implements ConfigSourceInterceptor {
  private static final long serialVersionUID = 1L;
  private static final Pattern KEY =
      Pattern.compile("(mp\\.messaging\\.(?:incoming|outgoing)\\..+)\\.(connector|enabled)");

  /** The connector that such a channel names without ever using it. */
  public static final String CONNECTOR = "smallrye-kafka";

  @Override
  public @Nullable ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
    ConfigValue value = context.proceed(name);
    if (value != null || !name.startsWith("mp.messaging.")) {
      return value;
    }
    Matcher key = KEY.matcher(name);
    if (!key.matches() || context.proceed(key.group(1) + ".connector") != null) {
      return null;
    }
    String text = key.group(2).equals("connector") ? CONNECTOR : "false";
    return ConfigValue.builder()
        .withName(name)
        .withValue(text)
        .withRawValue(text)
        .withConfigSourceName("millrace")
        .build();
  }
}

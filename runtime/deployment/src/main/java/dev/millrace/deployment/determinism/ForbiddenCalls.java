package dev.millrace.deployment.determinism;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Methods of the JDK whose result another run over the same log would not repeat. */
final class ForbiddenCalls {
  private static final String ANY = "*";
  private static final String UTIL = "java/util/";
  private static final String TIME = "java/time/";

  private static final String CLOCK =
      "Take the time from the event, or the bounds of the window from WindowContext.";
  private static final String CHANCE =
      "Derive it from the event or its key, for example by a hash of them.";
  private static final String ENVIRONMENT =
      "Write the value into the code or take it from the event: another pod may see another one.";

  private static final Set<String> CLOCK_TYPES =
      Set.of(
          "Instant",
          "LocalDate",
          "LocalDateTime",
          "LocalTime",
          "OffsetDateTime",
          "OffsetTime",
          "ZonedDateTime",
          "Year",
          "YearMonth",
          "MonthDay");

  /** By type and method, whatever the parameters. */
  private static final Map<String, String> BY_NAME =
      Map.ofEntries(
          Map.entry("java/lang/System.currentTimeMillis", CLOCK),
          Map.entry("java/lang/System.nanoTime", CLOCK),
          Map.entry("java/util/Calendar.getInstance", CLOCK),
          Map.entry("java/lang/Math.random", CHANCE),
          Map.entry("java/lang/StrictMath.random", CHANCE),
          Map.entry("java/util/UUID.randomUUID", CHANCE),
          Map.entry("java/util/Collections.shuffle(Ljava/util/List;)V", CHANCE),
          Map.entry("java/util/concurrent/ThreadLocalRandom.*", CHANCE),
          Map.entry("java/security/SecureRandom.*", CHANCE),
          Map.entry("java/util/random/RandomGenerator.getDefault", CHANCE),
          Map.entry("java/util/random/RandomGenerator.of", CHANCE),
          Map.entry("java/lang/System.identityHashCode", CHANCE),
          Map.entry("java/lang/System.getenv", ENVIRONMENT),
          Map.entry("java/lang/System.getProperty", ENVIRONMENT),
          Map.entry("java/lang/System.getProperties", ENVIRONMENT),
          Map.entry("java/lang/Integer.getInteger", ENVIRONMENT),
          Map.entry("java/lang/Long.getLong", ENVIRONMENT),
          Map.entry("java/lang/Boolean.getBoolean", ENVIRONMENT),
          Map.entry("java/time/ZoneId.systemDefault", ENVIRONMENT),
          Map.entry("java/util/TimeZone.getDefault", ENVIRONMENT),
          Map.entry("java/util/Locale.getDefault", ENVIRONMENT),
          Map.entry("java/nio/charset/Charset.defaultCharset", ENVIRONMENT),
          Map.entry("java/lang/Thread.currentThread", ENVIRONMENT),
          Map.entry("java/net/InetAddress.getLocalHost", ENVIRONMENT));

  /** Constructors without parameters that read the clock or seed themselves. */
  private static final Map<String, String> PLAIN_CONSTRUCTORS =
      Map.of(
          UTIL + "Date", CLOCK,
          UTIL + "GregorianCalendar", CLOCK,
          UTIL + "Random", CHANCE,
          UTIL + "SplittableRandom", CHANCE);

  private ForbiddenCalls() {}

  /** What to do instead; null if the call is allowed. */
  static @Nullable String remedy(Use call) {
    String owner = call.owner();
    if (call.name().equals("<init>") && call.descriptor().equals("()V")) {
      String constructed = PLAIN_CONSTRUCTORS.get(owner);
      if (constructed != null) {
        return constructed;
      }
    }
    if (readsClock(call)) {
      return CLOCK;
    }
    String byName = BY_NAME.get(owner + "." + call.name());
    String bySignature = BY_NAME.get(owner + "." + call.signature());
    String byType = BY_NAME.get(owner + "." + ANY);
    return byName != null ? byName : bySignature != null ? bySignature : byType;
  }

  /** {@code now()} and {@code now(ZoneId)}; with a Clock it depends on where that came from. */
  private static boolean readsClock(Use call) {
    String owner = call.owner();
    if (!owner.startsWith(TIME)) {
      return false;
    }
    String type = owner.substring(TIME.length());
    if (type.equals("Clock")) {
      return call.name().startsWith("system") || call.name().startsWith("tick");
    }
    return CLOCK_TYPES.contains(type)
        && call.name().equals("now")
        && !call.descriptor().startsWith("(Ljava/time/Clock;)");
  }
}

package dev.millrace.runtime.config;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;

/**
 * Refuses settings of channels that are no function's: with a mistyped name a function would read
 * or write the topics of its defaults, and nothing would tell.
 */
public final class ChannelCheck {
  private ChannelCheck() {}

  /**
   * Checks all channels that are not the application's own.
   *
   * @param functions names of all functions, also of those that the pod does not run
   * @throws ConfigurationException if one is no function's; names the properties
   */
  public static void check(Config config, Collection<String> functions) {
    Set<String> expected = new HashSet<>();
    for (String function : functions) {
      expected.add("mp.messaging.incoming." + function);
      expected.add("mp.messaging.outgoing." + function);
      expected.add("mp.messaging.outgoing." + function + "-late");
      expected.add("mp.messaging.outgoing." + function + "-dead-letters");
    }
    for (String channel : new TreeSet<>(UnboundChannels.of(config))) {
      if (!expected.contains(channel.replace("\"", ""))) {
        throw new ConfigurationException(
            "Expected a function for the settings of a channel, but there is none of that name: "
                + channel
                + ".*, functions="
                + new TreeSet<>(functions)
                + ". A function f has mp.messaging.incoming.f for its input, and"
                + " mp.messaging.outgoing.f, .f-late and .f-dead-letters for its output. A channel"
                + " of the application's own needs a connector.");
      }
    }
  }
}

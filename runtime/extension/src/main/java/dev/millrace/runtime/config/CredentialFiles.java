package dev.millrace.runtime.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.scram.ScramExtensionsCallback;

/**
 * User and password of Kafka (SCRAM, PLAIN) from two files, read for each authentication: so new
 * ones are taken up while the pod runs, as a mounted secret changes. Kafka's own handler reads them
 * once, from the text of {@code sasl.jaas.config}.
 *
 * <pre>
 * kafka.sasl.client.callback.handler.class=dev.millrace.runtime.config.CredentialFiles
 * kafka.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required \
 *     usernameFile="/etc/kafka/username" passwordFile="/etc/kafka/password";
 * </pre>
 *
 * <p>Made by Kafka's clients, one for each, and used by their threads one at a time.
 */
public final class CredentialFiles implements AuthenticateCallbackHandler {
  private static final String USERNAME_FILE = "usernameFile";
  private static final String PASSWORD_FILE = "passwordFile";

  private static final Pattern LINE_END = Pattern.compile("\\R\\z");

  private Path username = Path.of("");
  private Path password = Path.of("");

  /**
   * Takes the names of the files.
   *
   * @throws ConfigurationException if one is missing
   */
  @Override
  public void configure(
      Map<String, ?> configs, String mechanism, List<AppConfigurationEntry> entries) {
    username = file(entries, USERNAME_FILE);
    password = file(entries, PASSWORD_FILE);
  }

  private static Path file(List<AppConfigurationEntry> entries, String option) {
    for (AppConfigurationEntry entry : entries) {
      if (entry.getOptions().get(option) instanceof String name && !name.isBlank()) {
        return Path.of(name);
      }
    }
    throw new ConfigurationException(
        "Expected files with user and password of Kafka, but one is not named: missing="
            + option
            + ". Name it in kafka.sasl.jaas.config, as in: ScramLoginModule required "
            + USERNAME_FILE
            + "=\"/etc/kafka/username\" "
            + PASSWORD_FILE
            + "=\"/etc/kafka/password\";");
  }

  /**
   * Answers what a mechanism asks for.
   *
   * @throws IOException if a file cannot be read: the connection is tried again, as after a refusal
   */
  @Override
  public void handle(Callback[] callbacks) throws IOException, UnsupportedCallbackException {
    for (Callback callback : callbacks) {
      if (callback instanceof NameCallback name) {
        name.setName(read(username));
      } else if (callback instanceof PasswordCallback secret) {
        secret.setPassword(read(password).toCharArray());
      } else if (!(callback instanceof ScramExtensionsCallback)) {
        throw new UnsupportedCallbackException(
            callback, "Expected to be asked for a user or a password, but it was: " + callback);
      }
    }
  }

  /** Without the end of the line that editors leave. */
  private static String read(Path file) throws IOException {
    return LINE_END.matcher(Files.readString(file)).replaceFirst("");
  }

  @Override
  public void close() {}
}

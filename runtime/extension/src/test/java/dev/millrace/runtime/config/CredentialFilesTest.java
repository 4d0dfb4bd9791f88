package dev.millrace.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.TextOutputCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import org.apache.kafka.common.security.scram.ScramExtensionsCallback;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialFilesTest {
  @TempDir private Path folder;

  private static CredentialFiles handler(Map<String, ?> options) {
    CredentialFiles handler = new CredentialFiles();
    handler.configure(
        Map.of(),
        "SCRAM-SHA-512",
        List.of(
            new AppConfigurationEntry(
                ScramLoginModule.class.getName(), LoginModuleControlFlag.REQUIRED, options)));
    return handler;
  }

  private CredentialFiles handler() {
    return handler(
        Map.of(
            "usernameFile", folder.resolve("username").toString(),
            "passwordFile", folder.resolve("password").toString()));
  }

  private void write(String username, String password) throws IOException {
    Files.writeString(folder.resolve("username"), username);
    Files.writeString(folder.resolve("password"), password);
  }

  private static String answer(CredentialFiles handler) throws Exception {
    NameCallback name = new NameCallback("user: ");
    PasswordCallback password = new PasswordCallback("password: ", false);
    handler.handle(new Callback[] {name, new ScramExtensionsCallback(), password});
    return name.getName() + "=" + new String(password.getPassword());
  }

  @Test
  void shouldAnswerAnewWhenFilesHaveChanged() throws Exception {
    CredentialFiles handler = handler();
    write("a", "one");
    assertThat(answer(handler)).isEqualTo("a=one");
    write("b", "two");
    assertThat(answer(handler)).isEqualTo("b=two");
  }

  @Test
  void shouldTakeOnlyTheLastLineEndForNoPartWhenThereIsOne() throws Exception {
    write("a\n", " one \r\n");
    assertThat(answer(handler())).isEqualTo("a= one ");
  }

  @Test
  void shouldFailThisAttemptWhenAFileIsAway() throws Exception {
    CredentialFiles handler = handler();
    assertThatThrownBy(() -> answer(handler)).isInstanceOf(NoSuchFileException.class);
    write("a", "one");
    assertThat(answer(handler)).isEqualTo("a=one");
  }

  @Test
  void shouldRefuseWhenAFileIsNotNamed() {
    assertThatThrownBy(() -> handler(Map.of("usernameFile", "/etc/kafka/username")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("missing=passwordFile", "kafka.sasl.jaas.config");
  }

  @Test
  void shouldRefuseWhenAskedForSomethingElse() {
    Callback other = new TextOutputCallback(TextOutputCallback.INFORMATION, "hello");
    assertThatThrownBy(() -> handler().handle(new Callback[] {other}))
        .isInstanceOf(UnsupportedCallbackException.class);
  }
}

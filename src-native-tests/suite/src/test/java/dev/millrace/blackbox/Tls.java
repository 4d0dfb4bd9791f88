package dev.millrace.blackbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A key and a self-signed certificate of 127.0.0.1, made by keytool.
 *
 * @param store PKCS #12
 * @param certificate PEM, which clients trust
 * @param key PEM
 */
record Tls(Path store, Path certificate, Path key) {
  static final String PASSWORD = "of-the-store-under-test";
  private static final String ALIAS = "server";

  static Tls create(Path folder) throws IOException, GeneralSecurityException {
    Path store = folder.resolve("server.p12").toAbsolutePath();
    keytool(store);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new Tls(
        store,
        pem(folder.resolve("server.crt"), "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()),
        pem(
            folder.resolve("server.key"),
            "PRIVATE KEY",
            keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
  }

  private static void keytool(Path store) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            ALIAS,
            "-keyalg",
            "RSA",
            "-keysize",
            "2048",
            "-validity",
            "2",
            "-dname",
            "CN=127.0.0.1",
            "-ext",
            "SAN=IP:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new AssertionError("Expected keytool to make a key, but it said: " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while making a key", e);
    }
  }

  private static Path pem(Path file, String kind, byte[] der) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return Files.writeString(
            file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n")
        .toAbsolutePath();
  }
}

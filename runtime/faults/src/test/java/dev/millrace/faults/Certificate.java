package dev.millrace.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A key and a self-signed certificate of 127.0.0.1, made by the JDK's keytool for one run of the
 * tests.
 *
 * @param store PKCS #12 store with the key
 * @param certificate PEM file, which clients trust
 * @param key PEM file
 * @param password of the store
 */
record Certificate(Path store, Path certificate, Path key, String password) {
  private static final String ALIAS = "server";

  static Certificate create(Path folder, String password) {
    try {
      Files.createDirectories(folder);
      Path store = folder.resolve("server.p12").toAbsolutePath();
      keytool(store, password);
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        keys.load(in, password.toCharArray());
      }
      byte[] key = keys.getKey(ALIAS, password.toCharArray()).getEncoded();
      byte[] certificate = keys.getCertificate(ALIAS).getEncoded();
      return new Certificate(
          store,
          pem(folder.resolve("server.crt"), "CERTIFICATE", certificate),
          pem(folder.resolve("server.key"), "PRIVATE KEY", key),
          password);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Expected a key store of keytool's to be readable", e);
    }
  }

  private static void keytool(Path store, String password) throws IOException {
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
            "SAN=IP:127.0.0.1,DNS:localhost",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            password);
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

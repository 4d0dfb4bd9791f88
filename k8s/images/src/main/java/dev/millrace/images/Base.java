package dev.millrace.images;

import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What an application's layers lie on.
 *
 * @param name an image in a registry, or {@value #JRE}
 * @param folder for what is made on the way
 */
record Base(String name, Path folder) {
  static final String JRE = "jre";

  /** Where Java is, in a base of ours. */
  private static final String JAVA = "/opt/java";

  boolean isOurs() {
    return name.equals(JRE);
  }

  /** The command for Java. */
  String java() {
    return isOurs() ? JAVA + "/bin/java" : "java";
  }

  /** An image that has nothing but the base for an application. */
  JibContainerBuilder builder(Application application)
      throws IOException, InterruptedException, InvalidImageReferenceException {
    if (!isOurs()) {
      return Jib.from(name);
    }
    Path root = Files.createDirectories(folder.resolve("root-" + application.name()));
    SharedLibraries libraries = new SharedLibraries().ofFolder(application.programs());
    libraries.ofJars(application.jars(), folder.resolve("work"));
    JibContainerBuilder builder = Jib.fromScratch();
    if (application.isNative()) {
      libraries.copyTo(root);
      accounts(root);
      return builder.addFileEntriesLayer(Layer.of("system", root, "/"));
    }
    Path runtime = JavaRuntime.link(folder.resolve("jre"));
    libraries.ofFolder(runtime).copyTo(root);
    accounts(root);
    return builder
        .addFileEntriesLayer(Layer.of("system", root, "/"))
        .addFileEntriesLayer(Layer.of("java", runtime, JAVA + "/"));
  }

  /** Names for the user, and hosts before DNS. */
  private static void accounts(Path root) throws IOException {
    Path etc = Files.createDirectories(root.resolve("etc"));
    Files.createDirectories(root.resolve("tmp"));
    Files.writeString(
        etc.resolve("passwd"),
        "root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/tmp:/sbin/nologin\n");
    Files.writeString(etc.resolve("group"), "root:x:0:\nnonroot:x:65532:\n");
    Files.writeString(etc.resolve("nsswitch.conf"), "hosts: files dns\n");
  }
}

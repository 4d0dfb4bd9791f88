package dev.millrace.runtime.partition;

import dev.millrace.services.KafkaBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * A broker that lets nobody in without a password, and then permits nothing that is not granted.
 */
final class SecuredBroker implements AutoCloseable {
  private static final String PLAIN_LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\""
          + " password=\"%s\"";
  private static final String USER = "pod";

  private final KafkaBroker broker;
  private final Admin admin;

  SecuredBroker(Path folder) {
    broker = new KafkaBroker(folder, server(), Map.copyOf(login("admin", "admin-secret")));
    broker.start();
    Map<String, Object> properties = new HashMap<>(login("admin", "admin-secret"));
    properties.put("bootstrap.servers", broker.address());
    admin = Admin.create(properties);
  }

  private static Map<String, String> server() {
    Map<String, String> all = new HashMap<>();
    all.put("listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT");
    all.put("inter.broker.listener.name", "PLAINTEXT");
    all.put("sasl.enabled.mechanisms", "PLAIN");
    all.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
    all.put(
        "listener.name.plaintext.plain.sasl.jaas.config",
        PLAIN_LOGIN.formatted("admin", "admin-secret")
            + " user_admin=\"admin-secret\" user_pod=\"pod-secret\";");
    all.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    all.put("super.users", "User:admin;User:ANONYMOUS");
    return all;
  }

  private static Map<String, String> login(String user, String password) {
    return Map.of(
        "security.protocol", "SASL_PLAINTEXT",
        "sasl.mechanism", "PLAIN",
        "sasl.jaas.config", PLAIN_LOGIN.formatted(user, password) + ";");
  }

  Admin admin() {
    return admin;
  }

  /** What a client needs that may do everything. */
  Map<String, Object> adminClient() {
    return client("admin", "admin-secret");
  }

  /** What the pod's clients need. */
  Map<String, Object> podClient() {
    return client(USER, "pod-secret");
  }

  /** As {@link #podClient} with a password of one's own. */
  Map<String, Object> client(String user, String password) {
    Map<String, Object> all = new HashMap<>(login(user, password));
    all.put("bootstrap.servers", broker.address());
    return all;
  }

  /** A permission of the pod's user. */
  record Grant(ResourceType type, String name, PatternType pattern, AclOperation operation) {
    static Grant topic(String name, AclOperation operation) {
      return new Grant(ResourceType.TOPIC, name, PatternType.LITERAL, operation);
    }

    AclBinding binding() {
      return new AclBinding(
          new ResourcePattern(type, name, pattern),
          new AccessControlEntry("User:" + USER, "*", operation, AclPermissionType.ALLOW));
    }
  }

  void grant(List<Grant> grants) throws InterruptedException, ExecutionException {
    admin.createAcls(new ArrayList<>(grants.stream().map(Grant::binding).toList())).all().get();
  }

  @Override
  public void close() {
    admin.close();
    broker.close();
  }
}

package dev.millrace.services;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;

/**
 * A Kafka broker (KRaft, one node that is also the controller) on a free port of the loopback
 * interface. Topics are not made by themselves, so that a wrong name shows.
 */
public final class KafkaBroker extends LocalService {
  private static final int PROBE_TIMEOUT_MS = 3_000;
  private static final String CLUSTER_ID = "millrace-local-services";

  private final Path folder;
  private final int port;
  private final Map<String, String> properties;
  private final Map<String, String> clientProperties;
  private List<String> jvmOptions = List.of();

  /** A broker whose data, log and configuration lie in the folder. */
  public KafkaBroker(Path folder) {
    this(folder, Map.of(), Map.of());
  }

  /**
   * A broker with settings of one's own.
   *
   * @param properties server properties added to ours, or instead of ours; {@code ${port}} in a
   *     value stands for the port
   * @param clientProperties what a client needs to get in (security); for the readiness probe
   */
  public KafkaBroker(
      Path folder, Map<String, String> properties, Map<String, String> clientProperties) {
    super("the Kafka broker");
    this.folder = folder.toAbsolutePath();
    this.port = Ports.free();
    this.properties = serverProperties(properties);
    this.clientProperties = Map.copyOf(clientProperties);
  }

  /** Adds options of its JVM; for the next start. */
  public KafkaBroker withJvmOptions(String... options) {
    jvmOptions = List.of(options);
    return this;
  }

  private Map<String, String> serverProperties(Map<String, String> own) {
    int controllerPort = Ports.free();
    Map<String, String> all = new TreeMap<>();
    all.put("process.roles", "broker,controller");
    all.put("node.id", "1");
    all.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    all.put("controller.listener.names", "CONTROLLER");
    all.put("listeners", "PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:" + controllerPort);
    all.put("advertised.listeners", "PLAINTEXT://127.0.0.1:${port}");
    all.put("log.dirs", dataFolder().toString());
    all.put("auto.create.topics.enable", "false");
    all.put("offsets.topic.replication.factor", "1");
    all.put("offsets.topic.num.partitions", "4");
    all.put("transaction.state.log.replication.factor", "1");
    all.put("transaction.state.log.min.isr", "1");
    all.put("transaction.state.log.num.partitions", "4");
    // Otherwise a transaction that is over its time is noticed ten seconds later.
    all.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
    all.put("group.initial.rebalance.delay.ms", "0");
    // A broker that was killed may register again only when its old session is over.
    all.put("broker.session.timeout.ms", "4000");
    all.put("broker.heartbeat.interval.ms", "500");
    all.put("log.cleaner.dedupe.buffer.size", "8388608");
    all.put("log.cleaner.threads", "1");
    all.put("num.io.threads", "4");
    all.put("num.network.threads", "2");
    all.putAll(own);
    all.replaceAll((name, value) -> value.replace("${port}", Integer.toString(port)));
    return all;
  }

  @Override
  ChildProcess launch() {
    Path config = folder.resolve("server.properties");
    ServiceFiles.writeProperties(config, properties);
    Path logging = ServiceFiles.writeLogback(folder);
    return ChildProcess.start(
        "the Kafka broker", command(config, logging), folder, log(), Map.of());
  }

  private List<String> command(Path config, Path logging) {
    List<String> command =
        new ArrayList<>(
            List.of(
                ChildProcess.javaCommand(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Dlogback.configurationFile=" + logging));
    command.addAll(jvmOptions);
    command.addAll(
        List.of(
            "-cp",
            ServerLibraries.classPath(),
            BrokerMain.class.getName(),
            config.toString(),
            dataFolder().toString(),
            CLUSTER_ID));
    return command;
  }

  @Override
  boolean answers() {
    if (!Ports.isOpen(port)) {
      return false;
    }
    try (Admin admin = Admin.create(adminProperties())) {
      return !admin
          .describeCluster()
          .nodes()
          .get(PROBE_TIMEOUT_MS, TimeUnit.MILLISECONDS)
          .isEmpty();
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("Interrupted while waiting for the broker", e);
    }
  }

  private Properties adminProperties() {
    Properties all = new Properties();
    all.putAll(clientProperties);
    all.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address());
    all.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PROBE_TIMEOUT_MS);
    all.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, PROBE_TIMEOUT_MS);
    return all;
  }

  /** Bootstrap servers. */
  @Override
  public String address() {
    return "127.0.0.1:" + port;
  }

  /** What the broker prints. */
  public Path log() {
    return folder.resolve("broker.log");
  }

  private Path dataFolder() {
    return folder.resolve("data");
  }
}

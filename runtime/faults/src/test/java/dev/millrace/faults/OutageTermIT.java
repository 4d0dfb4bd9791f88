package dev.millrace.faults;

import dev.millrace.services.KafkaBroker;
import dev.millrace.services.LocalService;
import dev.millrace.services.RedisServer;
import dev.millrace.services.S3Server;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGTERM while a service is away (section 8): the pod cannot stop in order, but it ends within its
 * grace period all the same, and the next one loses nothing and repeats nothing.
 */
class OutageTermIT {
  private static final List<Feed.Size> PORTIONS = Collections.nCopies(4, Feed.Size.RANDOM);

  @TempDir private Path folder;

  /** How a service goes. */
  private enum Fault {
    /** It refuses connections. */
    DIES {
      @Override
      void begin(LocalService service) {
        service.killHard();
      }

      @Override
      void end(LocalService service) {
        service.start();
      }
    },
    /** It takes connections and never answers. */
    STANDS_STILL {
      @Override
      void begin(LocalService service) {
        Signals.send(service.pid(), "STOP");
      }

      @Override
      void end(LocalService service) {
        Signals.send(service.pid(), "CONT");
      }
    };

    abstract void begin(LocalService service);

    abstract void end(LocalService service);
  }

  @Test
  void shouldEndInTimeWhenRedisIsAway() {
    redis("term-redis", Fault.DIES);
  }

  @Test
  void shouldEndInTimeWhenRedisDoesNotAnswer() {
    redis("term-redis-still", Fault.STANDS_STILL);
  }

  private void redis(String name, Fault fault) {
    try (RedisServer redis = new RedisServer(folder.resolve("redis"))) {
      redis.start();
      try (Run run = new Run(name, 5, PORTIONS).of(OutageTermIT.class)) {
        terminate(run, run.pod("pod").with("quarkus.redis.hosts", redis.uri()), redis, fault);
      }
    }
  }

  @Test
  void shouldEndInTimeWhenTheStoreIsAway() {
    store("term-store", Fault.DIES);
  }

  @Test
  void shouldEndInTimeWhenTheStoreDoesNotAnswer() {
    store("term-store-still", Fault.STANDS_STILL);
  }

  private void store(String name, Fault fault) {
    try (S3Server s3 = new S3Server(folder.resolve("s3"), "millrace", "millrace-secret")) {
      s3.start();
      s3.createBucket(PodPlan.BUCKET);
      try (Run run = new Run(name, 6, PORTIONS).of(OutageTermIT.class)) {
        terminate(run, run.pod("pod").on(s3, s3.address()), s3, fault);
      }
    }
  }

  @Test
  void shouldEndInTimeWhenTheBrokerIsAway() {
    broker("term-broker", Fault.DIES);
  }

  @Test
  void shouldEndInTimeWhenTheBrokerDoesNotAnswer() {
    broker("term-broker-still", Fault.STANDS_STILL);
  }

  private void broker(String name, Fault fault) {
    try (KafkaBroker broker = new KafkaBroker(folder.resolve("kafka"))) {
      broker.start();
      try (Run run = Run.on(broker.address(), name, 7, PORTIONS).of(OutageTermIT.class)) {
        terminate(run, run.pod("pod"), broker, fault);
      }
    }
  }

  private static void terminate(Run run, PodPlan plan, LocalService service, Fault fault) {
    PodPlan brief = Termination.brief(plan);
    try (Pod pod = brief.start()) {
      run.sendNextAndAwaitRows(pod);
      run.sendNext();
      fault.begin(service);
      try {
        Termination.end(pod, run, service.getClass().getSimpleName() + " " + fault);
      } finally {
        fault.end(service);
      }
    }
    run.assertNothingWrongSoFar();
    run.sendRest();
    run.finish(brief.named("next"));
  }
}

package dev.millrace.operator;

import dev.millrace.operator.condition.Outlook;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.crd.StreamFunctionStatus;
import dev.millrace.operator.dependent.Names;
import dev.millrace.operator.observe.Observation;
import dev.millrace.operator.observe.Trouble;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Brings a function to what its spec says: what is there and was seen → how many pods → which
 * template → objects → who has which partition → status. One pass does a bounded amount of work,
 * and nothing at all when there is nothing to change.
 */
@ControllerConfiguration(name = "streamfunction", fieldManager = Names.MANAGER)
final class StreamFunctionReconciler
    implements Reconciler<StreamFunction>, Cleaner<StreamFunction> {
  private static final Logger LOG = Logger.getLogger(StreamFunctionReconciler.class);

  /** Numbers in a status that nothing else changes are written as often. */
  private static final long NUMBERS_MS = 15_000;

  /** Pods that are asked for checkpoints are looked at as often. */
  private static final Duration ANSWERS = Duration.ofSeconds(1);

  private final Parts parts;
  private final SimpleInboundEventSource<StreamFunction> looks =
      new SimpleInboundEventSource<>("looks");

  private volatile @Nullable Namesakes namesakes;

  StreamFunctionReconciler(Parts parts) {
    this.parts = parts;
  }

  /** Asks for a reconcile. */
  void trigger(ResourceID function) {
    looks.propagateEvent(function);
  }

  @Override
  public List<EventSource<?, StreamFunction>> prepareEventSources(
      EventSourceContext<StreamFunction> context) {
    List<EventSource<?, StreamFunction>> sources = new ArrayList<>();
    sources.add(informer(StatefulSet.class, context));
    sources.add(informer(Service.class, context));
    sources.add(informer(PodDisruptionBudget.class, context));
    sources.add(informer(Pod.class, context));
    sources.add(looks);
    namesakes = new Namesakes(context.getPrimaryCache());
    return sources;
  }

  private static <R extends HasMetadata> EventSource<R, StreamFunction> informer(
      Class<R> type, EventSourceContext<StreamFunction> context) {
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(type, StreamFunction.class)
            .withLabelSelector(Names.SELECT_ALL)
            .withSecondaryToPrimaryMapper(StreamFunctionReconciler::owner)
            .build(),
        context);
  }

  private static Set<ResourceID> owner(HasMetadata object) {
    String name = object.getMetadata().getLabels().get(Names.FUNCTION);
    return name == null
        ? Set.of()
        : Set.of(new ResourceID(name, object.getMetadata().getNamespace()));
  }

  @Override
  public UpdateControl<StreamFunction> reconcile(
      StreamFunction function, Context<StreamFunction> context) {
    ResourceID id = ResourceID.fromResource(function);
    Looker.Target looked = parts.looker().track(function);
    long nowMs = parts.clock().millis();
    Pass pass =
        parts.steering().with(id, nowMs, track -> pass(function, context, looked, track, nowMs));
    parts.steering().reconciled(function, nowMs, pass.outlook().isAsleep());
    boolean mustRetry = pass.outlook().seen().trouble() != null || pass.outlook().refusal() != null;
    return write(function, pass, mustRetry);
  }

  /**
   * Outcome of one pass.
   *
   * @param waits whether pods are to answer soon
   * @param events that happened
   */
  private record Pass(
      Outlook outlook, StreamFunctionStatus status, boolean waits, List<Happening> events) {}

  private Pass pass(
      StreamFunction function,
      Context<StreamFunction> context,
      Looker.Target looked,
      Track track,
      long nowMs) {
    Trouble taken = taken(function);
    Observation observation = looked.target() == null ? null : track.last();
    Seen seen =
        new Seen(
            function,
            nowMs,
            context.getSecondaryResource(StatefulSet.class).orElse(null),
            List.copyOf(context.getSecondaryResources(Pod.class)),
            observation,
            observation == null ? List.of() : track.samples(function),
            taken == null ? looked.trouble() : taken);
    PodCount count = taken == null ? PodCount.of(seen, track) : PodCount.NAME_TAKEN;
    Deployment deployment = parts.deployer().deploy(seen, count, track, context);
    if (count.pods() > 0 && deployment.refusal() == null) {
      noteWake(seen, track);
    }
    parts.deployer().assign(seen, deployment.upgrade(), looked.target());
    Outlook outlook =
        new Outlook(
            seen,
            count.pods(),
            count.decision(),
            deployment.rolledBack(),
            track.isWithoutRoom(seen),
            deployment.refusal(),
            partition -> track.checkpointAgeMs(partition, nowMs),
            partition -> track.checkpointBehindMs(partition, nowMs));
    CheckpointWish wish =
        CheckpointWish.of(seen, partition -> track.checkpointAgeMs(partition, nowMs));
    parts.deployer().ask(wish, looked.target());
    StreamFunctionStatus status =
        StatusText.of(outlook, count, deployment.rollout(), deployment.image(), wish.request());
    List<Happening> events = new ArrayList<>(deployment.events());
    events.addAll(Changes.between(seen.status(), status));
    return new Pass(outlook, status, wish.isPending(), events);
  }

  private void noteWake(Seen seen, Track track) {
    Duration within = track.woke(parts.clock().millis());
    if (within != null) {
      LOG.infof(
          "Woke a function: function=%s, withinMs=%d",
          seen.function().getMetadata().getName(), within.toMillis());
      parts.woke().accept(within);
    }
  }

  private @Nullable Trouble taken(StreamFunction function) {
    Namesakes all = namesakes;
    return all == null ? null : all.trouble(function);
  }

  private UpdateControl<StreamFunction> write(StreamFunction function, Pass pass, boolean retry) {
    pass.events().forEach(event -> parts.events().record(function, event));
    StreamFunctionStatus before = pass.outlook().seen().status();
    UpdateControl<StreamFunction> control = UpdateControl.noUpdate();
    if (!before.equals(pass.status())
        && (!StatusText.isSameButNumbers(before, pass.status())
            || parts.written().isDue(function, NUMBERS_MS))) {
      parts.written().now(function);
      control = UpdateControl.patchStatus(withStatus(function, pass.status()));
    }
    if (retry) {
      control.rescheduleAfter(Looker.RETRY);
    }
    if (pass.waits()) {
      control.rescheduleAfter(ANSWERS);
    }
    return control;
  }

  private static StreamFunction withStatus(StreamFunction function, StreamFunctionStatus status) {
    StreamFunction patch = new StreamFunction();
    patch.setMetadata(
        new ObjectMetaBuilder()
            .withName(function.getMetadata().getName())
            .withNamespace(function.getMetadata().getNamespace())
            .build());
    patch.setStatus(status);
    return patch;
  }

  @Override
  public DeleteControl cleanup(StreamFunction function, Context<StreamFunction> context) {
    return parts.ending().end(function, context, taken(function) == null);
  }
}

package dev.millrace.runtime.http;

import dev.millrace.runtime.MillraceRuntime;
import dev.millrace.runtime.http.Views.FunctionInfo;
import dev.millrace.runtime.http.Views.KeyInfo;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.partition.FunctionContext;
import dev.millrace.runtime.partition.FunctionRuntime;
import dev.millrace.runtime.partition.PartitionRunner;
import dev.millrace.runtime.rekey.RekeyPartitioner;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** State of functions, partitions and keys in this pod. */
@Path("/millrace/functions")
@Guarded
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Millrace", description = "State of functions, partitions and keys in this pod")
public class FunctionsResource {
  private final MillraceRuntime runtime;

  @Inject
  public FunctionsResource(MillraceRuntime runtime) {
    this.runtime = runtime;
  }

  /** All functions of the pod. */
  @GET
  @Operation(summary = "All functions that this pod should run, with the partitions it has")
  public List<FunctionInfo> functions() {
    return runtime.names().stream().map(this::info).toList();
  }

  /** One function. */
  @GET
  @Path("{function}")
  @Operation(summary = "A function with the partitions that this pod has")
  public FunctionInfo function(@PathParam("function") String function) {
    if (!runtime.names().contains(function)) {
      throw notFound(
          "Expected a function of this pod, but none has that name: function="
              + function
              + ", functions="
              + runtime.names());
    }
    return info(function);
  }

  /** The windows of a key. */
  @GET
  @Path("{function}/windows")
  @Operation(
      summary = "The open and recent windows of a key",
      description =
          "Open windows, fired ones that late records may still change, and those closed of late, as"
              + " far as this pod remembers them: it forgets the oldest when its memory for them is"
              + " full (quarkus.millrace.api.recent-bytes), and begins anew when it takes a partition,"
              + " so recentSince and recentForgotten say whether a window that is missing may have"
              + " been there. 404 if another pod has the key's partition. Without a partition the one"
              + " that Kafka's default partitioner gives the key is looked into.")
  public Uni<KeyInfo> windows(
      @PathParam("function") String function,
      @QueryParam("key") String key,
      @QueryParam("partition") @Nullable Integer partition) {
    FunctionRuntime running = runtime.running().get(function);
    if (running == null || key == null) {
      throw notFound(
          "Expected a function that runs here and a key: function=" + function + ", key=" + key);
    }
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    FunctionContext c = running.context();
    int partitions = c.entry().windowPartitions();
    int number = partition == null ? RekeyPartitioner.partition(bytes, partitions) : partition;
    PartitionRunner runner = running.runner(PartitionRef.windows(number));
    if (runner == null) {
      throw notFound(
          "Expected to have the partition of the key, but another pod has it: function="
              + function
              + ", partition="
              + number
              + ". Ask that pod; millrace ledger show names it.");
    }
    return Uni.createFrom()
        .completionStage(runner.inspect(bytes))
        .map(found -> KeyInfo.of(runner.status(), found));
  }

  private static NotFoundException notFound(String message) {
    return new NotFoundException(ApiError.response(Response.Status.NOT_FOUND, message));
  }

  private FunctionInfo info(String name) {
    Map<String, FunctionRuntime> running = runtime.running();
    FunctionRuntime function = running.get(name);
    return function == null
        ? FunctionInfo.notRunning(name, runtime.problems().getOrDefault(name, "starting"))
        : FunctionInfo.of(function);
  }
}

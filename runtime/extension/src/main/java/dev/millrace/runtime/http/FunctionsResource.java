package dev.millrace.runtime.http;

import dev.millrace.runtime.MillraceRuntime;
import dev.millrace.runtime.http.Views.FunctionInfo;
import dev.millrace.runtime.http.Views.WindowInfo;
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
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** State of functions, partitions and keys in this pod. */
@Path("/millrace/functions")
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
      throw new NotFoundException("No function of that name runs here: function=" + function);
    }
    return info(function);
  }

  /** The windows of a key. */
  @GET
  @Path("{function}/windows")
  @Operation(
      summary = "The open and recent windows of a key",
      description =
          "404 if another pod has the key's partition. Without a partition the one that Kafka's"
              + " default partitioner gives the key is looked into.")
  public Uni<List<WindowInfo>> windows(
      @PathParam("function") String function,
      @QueryParam("key") String key,
      @QueryParam("partition") @Nullable Integer partition) {
    FunctionRuntime running = runtime.running().get(function);
    if (running == null || key == null) {
      throw new NotFoundException(
          "Expected a function that runs here and a key: function=" + function + ", key=" + key);
    }
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    FunctionContext c = running.context();
    int partitions = c.isRekeyed() ? c.entry().rekeyPartitions() : c.entry().partitions();
    int number = partition == null ? RekeyPartitioner.partition(bytes, partitions) : partition;
    PartitionRunner runner = running.runner(PartitionRef.windows(number));
    if (runner == null) {
      throw new NotFoundException(
          "Another pod has the partition of the key: function="
              + function
              + ", partition="
              + number);
    }
    return Uni.createFrom()
        .completionStage(runner.inspect(bytes))
        .map(views -> views.stream().map(WindowInfo::of).toList());
  }

  private FunctionInfo info(String name) {
    Map<String, FunctionRuntime> running = runtime.running();
    FunctionRuntime function = running.get(name);
    return function == null
        ? FunctionInfo.notRunning(name, runtime.problems().getOrDefault(name, "starting"))
        : FunctionInfo.of(function);
  }
}

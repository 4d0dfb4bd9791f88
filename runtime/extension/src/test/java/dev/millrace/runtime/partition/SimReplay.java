package dev.millrace.runtime.partition;

import dev.millrace.runtime.partition.SimCluster.Kind;
import dev.millrace.runtime.partition.SimWorld.Sabotage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells all that happens in a few runs, for comparison with another process. */
final class SimReplay {
  private static final int SEEDS = 5;

  private SimReplay() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("replay");
    for (Kind kind : Kind.values()) {
      for (long seed = 0; seed < SEEDS; seed++) {
        SimWorld world = new SimWorld(seed, Sabotage.NONE);
        ClusterSimulationTest.run(world, kind, folder.resolve("run"));
        System.out.println(world.story());
        System.out.println(kind + " " + seed + ": the end is reached");
      }
    }
    Files.delete(folder);
  }
}

package dev.millrace.deployment;

import io.quarkus.deployment.ApplicationArchive;
import io.quarkus.deployment.builditem.ApplicationArchivesBuildItem;
import io.quarkus.deployment.pkg.builditem.CurateOutcomeBuildItem;
import io.quarkus.maven.dependency.ArtifactKey;
import io.quarkus.maven.dependency.ResolvedDependency;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.jandex.CompositeIndex;
import org.jboss.jandex.IndexView;

/** The author's own code: the application and the modules of its project, no libraries. */
final class OwnCode {
  private OwnCode() {}

  /** An index of it. */
  static IndexView index(ApplicationArchivesBuildItem archives, CurateOutcomeBuildItem outcome) {
    Set<ArtifactKey> modules =
        outcome.getApplicationModel().getDependencies().stream()
            .filter(ResolvedDependency::isWorkspaceModule)
            .map(ResolvedDependency::getKey)
            .collect(Collectors.toSet());
    List<IndexView> indexes = new ArrayList<>();
    indexes.add(archives.getRootArchive().getIndex());
    for (ApplicationArchive archive : archives.getApplicationArchives()) {
      if (modules.contains(archive.getKey())) {
        indexes.add(archive.getIndex());
      }
    }
    return CompositeIndex.create(indexes);
  }
}

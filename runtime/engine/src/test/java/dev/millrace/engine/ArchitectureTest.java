package dev.millrace.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The engine's place in the map of the code. */
@AnalyzeClasses(
    packages = "dev.millrace.engine",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule DEPENDS_ON_FUNCTIONS_AND_STATE_ONLY =
      classes()
          .that()
          .resideInAPackage("dev.millrace.engine..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.millrace.engine..",
              "dev.millrace.functions..",
              "dev.millrace.state",
              "java.lang..",
              "java.io..",
              "java.util..",
              "java.time..",
              "java.math..",
              "org.jspecify..")
          .because("the engine runs in users' unit tests: no Kafka, Redis, Quarkus or logger");

  @ArchTest
  static final ArchRule READS_NO_CLOCK_AND_NOTHING_RANDOM =
      noClasses()
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(java.time.Instant.class, "now")
          .orShould()
          .callMethod(java.time.ZoneId.class, "systemDefault")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(java.util.Random.class)
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.util.SplittableRandom")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(java.time.Clock.class)
          .because("a partition is a function of its log; take time and chance as arguments");

  @ArchTest
  static final ArchRule HAS_NO_THREADS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.util.concurrent..")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class)
          .because("one thread drives a partition; the caller owns it");

  @ArchTest
  static final ArchRule STAGES_HAVE_NO_CYCLES =
      slices().matching("dev.millrace.engine.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule STAGES_DO_NOT_KNOW_THE_TASK =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.millrace.engine")
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(PartitionTask.class, TaskMeta.class)
          .because("the task puts the stages together; a stage sees the records it shares only");
}

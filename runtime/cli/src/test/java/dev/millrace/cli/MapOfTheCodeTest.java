package dev.millrace.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.millrace.engine.FunctionDefinition;

/**
 * The map of the code (design, section 10): arrows go one way. The command line sees all modules
 * that run, so their places are checked here.
 */
@AnalyzeClasses(packages = "dev.millrace", importOptions = ImportOption.DoNotIncludeTests.class)
class MapOfTheCodeTest {
  private static final DescribedPredicate<JavaClass> OURS = resideInAPackage("dev.millrace..");

  @ArchTest
  static final ArchRule FUNCTIONS_SEE_THE_JDK_ONLY =
      classes()
          .that(
              resideInAPackage("dev.millrace.functions..")
                  .and(not(resideInAPackage("dev.millrace.functions.sketch.."))))
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("dev.millrace.functions..", "java..", "org.jspecify.."))
          .because("user code compiles against it alone; put what needs a library elsewhere");

  @ArchTest
  static final ArchRule SKETCHES_SEE_FUNCTIONS =
      onlySees("dev.millrace.functions.sketch..", "dev.millrace.functions..");

  @ArchTest static final ArchRule STATE_SEES_NOTHING_OF_OURS = onlySees("dev.millrace.state..");

  @ArchTest
  static final ArchRule ENGINE_SEES_FUNCTIONS_AND_STATE =
      onlySees("dev.millrace.engine..", "dev.millrace.functions..", "dev.millrace.state");

  @ArchTest
  static final ArchRule JSON_SEES_THE_ENGINE =
      onlySees("dev.millrace.json..", "dev.millrace.functions..", "dev.millrace.engine");

  @ArchTest
  static final ArchRule SERVICES_SEE_NOTHING_OF_OURS = onlySees("dev.millrace.services..");

  @ArchTest
  static final ArchRule RUNTIME_SEES_WHAT_IS_BELOW =
      onlySees(
          "dev.millrace.runtime..",
          "dev.millrace.functions..",
          "dev.millrace.state..",
          "dev.millrace.engine..",
          "dev.millrace.json..");

  @ArchTest
  static final ArchRule ONLY_THE_EXTENSION_KNOWS_FRAMEWORKS =
      noClasses()
          .that(
              resideInAnyPackage(
                  "dev.millrace.functions..",
                  "dev.millrace.state..",
                  "dev.millrace.engine..",
                  "dev.millrace.json.."))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.quarkus..", "org.apache.kafka..", "io.vertx..", "jakarta..")
          .because("threads, clocks and clients live in the extension, in few places");

  @ArchTest
  static final ArchRule RECONCILE_SHARES_NO_WINDOWING_CODE =
      noClasses()
          .that()
          .resideInAPackage("dev.millrace.cli.reconcile..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.millrace.engine..")
                  .and(not(JavaClass.Predicates.type(FunctionDefinition.class))))
          .because("what recomputes must not repeat the mistakes of what is recomputed");

  /** Of our packages, only itself and those. */
  private static ArchRule onlySees(String module, String... others) {
    return noClasses()
        .that()
        .resideInAPackage(module)
        .should()
        .dependOnClassesThat(
            OURS.and(not(resideInAPackage(module))).and(not(resideInAnyPackage(others))))
        .because("arrows go one way: move the code, or pass an interface in");
  }
}

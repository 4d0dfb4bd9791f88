#!/usr/bin/env bash
# How long the stock application takes from the start of its process to its first pane, and what memory it takes, side by side:
# a native executable, an AOT jar and jars. Tables in Markdown; takes a quarter of an hour, longer with more state.
#
#   cold-start.sh [-Dcold.rounds=7] [-Dcold.stateMib=0,64,1024] [-Dcold.idleSeconds=30] [-Dmillrace.artifact.options="-Xmx128m -Xmn8m"]
#
# NATIVE=FILE is the executable; without it the newest one of ~/.cache/millrace/native-images, if any (built by mvn -Pnative package).
# JDK25=FOLDER is a JDK 25, without which there is no AOT jar; by default the first in /usr/lib/jvm.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mvn='mvn -B -ntp -q'
native=${NATIVE:-$(ls -t ~/.cache/millrace/native-images/*/millrace-app-*-runner 2>/dev/null | head -1 || true)}
jdk25=${JDK25:-$(ls -d /usr/lib/jvm/*25* 2>/dev/null | head -1 || true)}
work=$PWD/src-native-tests/suite/target/cold-start
measure() { mvn -B -ntp -Dquickly -Pblackbox verify -pl src-native-tests/suite -am "$@"; }

rm -rf "$work" && mkdir -p "$work"
$mvn -Dquickly -pl runtime/app -am package
cp -r runtime/app/target/quarkus-app "$work/jar"
artifacts=${native:+"native=$native"}
if [ -n "$jdk25" ]; then
  JAVA_HOME=$jdk25 $mvn -Dquickly -Dquarkus.package.jar.type=aot-jar -pl runtime/app -am package
  cp -r runtime/app/target/quarkus-app "$work/aot"
  measure -Dit.test='AotTraining#shouldLeaveACacheOfTheStockApplication' -Dmillrace.artifact.trains=true \
    -Dmillrace.artifact="$work/aot/quarkus-run.jar" -Dmillrace.artifact.java="$jdk25/bin/java" >"$work/training.log"
  artifacts+=" aot-25=$work/aot/quarkus-run.jar@$jdk25/bin/java jar-25=$work/jar/quarkus-run.jar@$jdk25/bin/java"
fi
measure -Dit.test=ColdStart -Dcold.artifacts="$artifacts jar=$work/jar/quarkus-run.jar" "$@" | grep -E '^\||ERROR|FAIL'

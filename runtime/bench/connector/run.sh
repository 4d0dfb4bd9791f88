#!/usr/bin/env bash
# What does the messaging connector cost beside a plain consumer? Usage: run.sh [records] [rounds]
set -euo pipefail
cd "$(dirname "$0")/../../.."
mvn -q -Dquickly -Pbench -pl runtime/bench/connector -am package
app=runtime/bench/connector/target/quarkus-app
java -Dmillrace.server.libs="$PWD/runtime/services/target/server-libs" \
  -cp "$app/app/*:$app/lib/main/*:$app/lib/boot/*" dev.millrace.bench.connector.Rounds \
  "$app/quarkus-run.jar" "${1:-4000000}" "${2:-3}"

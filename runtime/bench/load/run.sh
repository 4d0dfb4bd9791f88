#!/usr/bin/env bash
# Events per CPU-second of the stock application beside a naive loop, both checked against the batch
# truth. Usage: run.sh [events] [keys] [zipf exponent, 0 uniform] [rounds]
set -euo pipefail
cd "$(dirname "$0")/../../.."
mvn -q -Dquickly -Pbench -pl runtime/bench/load,runtime/app -am package
java -Dmillrace.server.libs="$PWD/runtime/services/target/server-libs" -Dbench.jvm="${BENCH_JVM:-}" \
  -cp "runtime/bench/load/target/classes:runtime/bench/load/target/lib/*" \
  dev.millrace.bench.load.LoadBench \
  runtime/app/target/quarkus-app/quarkus-run.jar "${1:-1000000}" "${2:-100000}" "${3:-0}" "${4:-3}"

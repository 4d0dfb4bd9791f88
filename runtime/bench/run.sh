#!/usr/bin/env bash
# Events per CPU-second of the stock application beside Kafka Streams, Flink and floors, all checked
# against the batch truth. Builds what it needs. What can be asked for: run.sh --help
# BENCH_JVM and BENCH_NATIVE are more options for the jar and for the native executable.
set -euo pipefail
cd "$(dirname "$0")/../.."
modules=runtime/bench/events,runtime/bench/stateless,runtime/bench/load,runtime/bench/kafka-streams,runtime/bench/flink
mvn -q -Dquickly -Pbench -pl "$modules,runtime/app" -am package
exec java -Dmillrace.server.libs="$PWD/runtime/services/target/server-libs" -Dbench.jvm="${BENCH_JVM:-}" -Dbench.native="${BENCH_NATIVE:-}" \
  -cp "runtime/bench/load/target/classes:runtime/bench/load/target/lib/*" \
  dev.millrace.bench.load.LoadBench --project . "$@"

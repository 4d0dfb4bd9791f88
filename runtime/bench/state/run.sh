#!/usr/bin/env bash
# Checkpoints and restores of a partition with much state, with an S3 server beside it. Builds what it needs.
# What can be asked for: run.sh --help
set -euo pipefail
cd "$(dirname "$0")/../../.."
mvn -q -Dquickly -Pbench -pl runtime/bench/state,runtime/services -am package
exec java -Xmx1g -Dmillrace.server.libs="$PWD/runtime/services/target/server-libs" \
  -cp "runtime/bench/state/target/classes:runtime/bench/state/target/lib/*" \
  dev.millrace.bench.state.StateBench "$@"

#!/usr/bin/env bash
# For how long a partition with much state stands still when it moves between two running pods of the stock application. A table in Markdown.
#
#   hand-over.sh [-Dhandover.stateMib=1024] [-Dhandover.rounds=4] [-Dhandover.changes=5] [-Dmillrace.artifact.options="-Xmx256m"]
#
# The jar is built; -Dmillrace.artifact=FILE names another artifact, such as a native executable.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mvn -B -ntp -Dquickly -Pblackbox verify -pl src-native-tests/suite -am -Dit.test=HandOver "$@" | grep -E '^\||ERROR|FAIL'

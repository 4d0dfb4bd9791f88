#!/bin/bash
# build.sh helm|rulecheck: prints the path of a tool, and builds it first where these versions were not built yet.
# Both come as Go modules; the cache is keyed by the content of the sources, as that of the test cluster is.
set -euo pipefail
cd "$(dirname "$0")"
key=$(cat -- *.go go.mod go.sum | sha256sum | cut -c1-16)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/millrace/tools/$key
declare -A package=([helm]=helm.sh/helm/v3/cmd/helm [rulecheck]=.)
if [ ! -x "$cache/$1" ]; then
  go=$(../testbed/components/go.sh)
  echo "tools: building $1" >&2
  mkdir -p "$cache"
  CGO_ENABLED=0 nice -n 10 "$go" build -trimpath -ldflags '-s -w' -o "$cache/$1.part" "${package[$1]}" >&2
  mv "$cache/$1.part" "$cache/$1"
fi
echo "$cache/$1"

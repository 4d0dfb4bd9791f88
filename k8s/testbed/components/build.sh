#!/bin/bash
# build.sh: prints the path of the testbed's binary, and builds it first where this version of the sources was not built yet.
# The cache is keyed by the content of the sources: $XDG_CACHE_HOME/millrace/testbed/<hash>/k8s-testbed.
# A build takes about 26 minutes of processor time, 0.8 GB of Go's module cache and 4 GB of its build cache.
set -euo pipefail
cd "$(dirname "$0")"
case $(uname -m) in
  x86_64) arch=amd64 ;;
  aarch64) arch=arm64 ;;
  *) echo "testbed: Expected an amd64 or arm64 machine, but it is: $(uname -m)." >&2; exit 1 ;;
esac
key=$(sha256sum -- *.go go.mod go.sum | sha256sum | cut -c1-16)-$arch
cache=${XDG_CACHE_HOME:-$HOME/.cache}/millrace/testbed
binary=$cache/$key/k8s-testbed
if [ "${1:-}" = key ]; then echo "$key"; exit; fi
if [ -x "$binary" ]; then echo "$binary"; exit; fi

go=$(./go.sh)
mkdir -p "$cache/$key"
exec 9>"$cache/$key.lock"; flock 9   # two builds of it at once would only take longer
if [ ! -x "$binary" ]; then
  echo "testbed: building Kubernetes from Go modules into $cache/$key; a quarter of an hour on two processors" >&2
  version=$(awk '$1 == "k8s.io/kubernetes" { print $2 }' go.mod)
  stamp=k8s.io/component-base/version
  CGO_ENABLED=0 GOTOOLCHAIN=auto nice -n 10 "$go" build -trimpath -tags node -o "$binary.part" -ldflags "-s -w \
    -X $stamp.gitVersion=$version -X $stamp.gitMajor=1 -X $stamp.gitMinor=$(echo "$version" | cut -d. -f2) \
    -X $stamp.gitTreeState=clean -X $stamp.gitCommit=none -X $stamp.buildDate=1970-01-01T00:00:00Z" . >&2
  mv "$binary.part" "$binary"
fi
echo "$binary"

#!/bin/bash
# go.sh: prints the path of a Go that can fetch the toolchain a go.mod asks for (1.21 and later). Where there is none, Go's own
# toolchain is fetched, which is a module too, and kept beside what is built with it.
set -euo pipefail
GO_VERSION=1.26.8
GO_ZIP_SHA256=30c2b1bf7dcc88d3eb0a1364e47ddd9128edb3110a30e8a0ef61cd5856b31de7   # linux-amd64

if command -v go >/dev/null && [ "$(go env GOVERSION | sed 's/^go1\.\([0-9]*\).*/\1/')" -ge 21 ]; then
  command -v go; exit
fi
[ "$(uname -m)" = x86_64 ] || {
  echo "testbed: Expected Go 1.21 or later, but there is none: machine=$(uname -m). Install it from go.dev." >&2; exit 1
}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/millrace/testbed
at=$cache/go-$GO_VERSION
if [ ! -x "$at/bin/go" ]; then
  echo "testbed: fetching Go $GO_VERSION" >&2
  mkdir -p "$cache"; part=$(mktemp -d "$cache/go.XXXXXX")
  curl -fsSL -o "$part/go.zip" "https://proxy.golang.org/golang.org/toolchain/@v/v0.0.1-go$GO_VERSION.linux-amd64.zip"
  echo "$GO_ZIP_SHA256  $part/go.zip" | sha256sum -c --quiet - >&2
  unzip -q "$part/go.zip" -d "$part"
  root=$part/golang.org/toolchain@v0.0.1-go$GO_VERSION.linux-amd64
  chmod -R +x "$root/bin" "$root/pkg/tool"
  mv "$root" "$at"; rm -rf "$part"
fi
echo "$at/bin/go"

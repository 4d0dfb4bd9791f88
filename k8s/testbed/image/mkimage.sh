#!/bin/bash
# mkimage.sh ROOTFS NAME:TAG OUT.tar [ENTRYPOINT...]: an OCI image of one layer, without a registry and without Docker.
set -euo pipefail
rootfs=$1 name=$2 out=$3; shift 3
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
blobs=$work/blobs/sha256; mkdir -p "$blobs"
case $(uname -m) in x86_64) arch=amd64 ;; aarch64) arch=arm64 ;; esac

keep() { # keep FILE: moves it among the blobs; prints its digest and size
  local digest; digest=$(sha256sum "$1" | cut -d' ' -f1)
  echo "$digest $(stat -c %s "$1")"; mv "$1" "$blobs/$digest"
}
quote() { printf '"%s"' "${1//\"/\\\"}"; }
entrypoint=$(for a in "$@"; do quote "$a"; echo; done | paste -sd,)

tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -C "$rootfs" -cf "$work/layer" .
read -r layer layer_size < <(keep "$work/layer")
cat >"$work/config" <<J
{"architecture":"$arch","os":"linux","created":"1970-01-01T00:00:00Z",
 "config":{"Env":["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],"Entrypoint":[$entrypoint]},
 "rootfs":{"type":"layers","diff_ids":["sha256:$layer"]},"history":[{"created":"1970-01-01T00:00:00Z"}]}
J
read -r config config_size < <(keep "$work/config")
cat >"$work/manifest" <<J
{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json",
 "config":{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"sha256:$config","size":$config_size},
 "layers":[{"mediaType":"application/vnd.oci.image.layer.v1.tar","digest":"sha256:$layer","size":$layer_size}]}
J
read -r manifest manifest_size < <(keep "$work/manifest")
cat >"$work/index.json" <<J
{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json",
 "manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"sha256:$manifest","size":$manifest_size,
  "annotations":{"io.containerd.image.name":$(quote "$name"),"org.opencontainers.image.ref.name":$(quote "${name##*:}")},
  "platform":{"architecture":"$arch","os":"linux"}}]}
J
echo '{"imageLayoutVersion":"1.0.0"}' >"$work/oci-layout"
tar -C "$work" -cf "$out" oci-layout index.json blobs

#!/usr/bin/env bash
# Runs an image out of its archive, without a container runtime: as its user, its root read-only with an empty /tmp, nothing in its
# environment but what it and the caller set, on the machine's network. Shows whether an image has all that it needs. As root.
#
#   try.sh ARCHIVE.tar [--mount FOLDER=TARGET] [NAME=VALUE]... [-- ARGUMENT...]
set -euo pipefail
[ $# -gt 0 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
archive=$1; shift
root=$(mktemp -d) && chmod 755 "$root"
trap 'rm -rf "$root"' EXIT

blob() { tar -xOf "$archive" "blobs/sha256/${1#sha256:}"; }
digests() { grep -o 'sha256:[0-9a-f]\{64\}'; }
# list NAME: the texts of a list in the configuration, a line each
list() { sed -n "s/.*\"$1\":\[\([^]]*\)\].*/\1/p" <<<"$config" | grep -o '"[^"]*"' | sed 's/^"//; s/"$//' || true; }

manifest=$(blob "$(tar -xOf "$archive" index.json | digests | head -1)")
config=$(blob "$(digests <<<"$manifest" | head -1)")
user=$(sed -n 's/.*"User":"\([^"]*\)".*/\1/p' <<<"$config")
for layer in $(digests <<<"$manifest" | tail -n +2); do
  blob "$layer" | tar -xz --warning=no-unknown-keyword -C "$root"
done
mkdir -p "$root/proc" "$root/dev" "$root/tmp"

mapfile -t command < <(list Entrypoint)
mapfile -t arguments < <(list Cmd)
mapfile -t environment < <(list Env)
mounts=()
while [ $# -gt 0 ]; do
  case $1 in
    --mount) mkdir -p "$root/${2#*=}"; mounts+=("$2"); shift 2 ;;
    --) shift; arguments=("$@"); break ;;
    *) environment+=("$1"); shift ;;
  esac
done

# Set before the root is changed, as there is no program within that could do it.
run=(env -i "${environment[@]}" "$(command -v chroot)" --userspec="$user" "$root" "${command[@]}" "${arguments[@]}")

# What follows sees mounts and processes of its own; with its first process all ends.
export root
mounted=$(printf '%s\n' "${mounts[@]}")
export mounted
unshare --mount --pid --fork --kill-child bash -c '
  set -euo pipefail
  mount --bind "$root" "$root"
  while IFS== read -r from to; do
    [ -z "$from" ] || mount --bind "$from" "$root/$to"
  done <<<"$mounted"
  mount -t proc proc "$root/proc"
  mount --bind /dev "$root/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  mount -o remount,bind,ro "$root"
  exec "$@"' try "${run[@]}"

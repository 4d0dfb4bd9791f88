#!/bin/bash
# A real Kubernetes for tests, without Docker and without an image registry.
#   testbed.sh up [api|ctrl|fake|real]   api: etcd and kube-apiserver; ctrl: and controllers and scheduler;
#                                        fake: and a node that only pretends to run pods; real: and a node that runs them
#   testbed.sh down                      ends it and removes what it made
#   testbed.sh env | status              what to export; what runs
#   testbed.sh kubectl ARG...            kubectl as its administrator
#   testbed.sh load IMAGE.tar...         imports images of OCI or Docker layout into the real node
#   testbed.sh exec COMMAND...           runs a command inside the testbed's namespaces
#   testbed.sh binary                    path of the binary with all components, built if need be
# TESTBED_NAME (default: millrace) tells testbeds apart that run at once. With TESTBED_OWNER=<pid> it ends with that process.
# Everything runs in network, mount and process namespaces of its own. They are joined to the machine by one pair of virtual
# Ethernet devices and have no other route, so nothing in them can reach further. Without root: api and ctrl, on the loopback.
set -euo pipefail
export HERE; HERE=$(cd "$(dirname "$0")" && pwd)
export NAME=${TESTBED_NAME:-millrace}
export DIR=${TESTBED_DIR:-${TMPDIR:-/tmp}/millrace-testbed-$(id -u)-$NAME}
CGROUP=millrace-testbed-$NAME

die() { echo "testbed: $*" >&2; exit 1; }
lives() { grep -qs '^State:.[^ZX]' "/proc/$1/status"; }
is_up() { [ -s "$DIR/init" ] && lives "$(cat "$DIR/init")"; }
rootless() { [ "$(id -u)" != 0 ]; }
inside() {
  if rootless; then "$@"; else nsenter -t "$(cat "$DIR/init")" -n -m -p -u -- "$@"; fi
}
kubectl() { "$BINARY" kubectl --kubeconfig "$DIR/admin.conf" "$@"; }

# --- namespaces: their first process reaps orphans; when it ends, all in them end, and mounts and devices are gone
make_space() {
  setsid nohup unshare --net --mount --pid --uts --fork --kill-child --mount-proc \
    bash -c 'trap "" HUP; while :; do sleep 3600 & wait $!; done' >/dev/null 2>&1 </dev/null &
  local wrapper=$!
  for ((i = 0; i < 100; i++)); do
    pgrep -P $wrapper >"$DIR/init" 2>/dev/null && break; sleep 0.02
  done
  [ -s "$DIR/init" ] || die "Expected namespaces of its own, but unshare made none. Is this a container without CAP_SYS_ADMIN?"
  join_space
  inside ip link set lo up
  local d
  for d in /run/netns /run/containerd /var/lib/kubelet; do
    [ -d $d ] || { mkdir $d; echo $d >>"$DIR/folders"; }
    inside mount -t tmpfs testbed $d
  done
}
join_space() { # a pair of devices, 10.89.n.1 outside and 10.89.n.2 inside; no default route
  local n init; init=$(cat "$DIR/init")
  n=$(($(echo "$NAME" | cksum | cut -d' ' -f1) % 250))
  while ip link show "testbed$n" >/dev/null 2>&1; do n=$(((n + 1) % 250)); done
  ip link add "testbed$n" type veth peer name eth0 netns "$init"
  ip addr add "10.89.$n.1/30" dev "testbed$n"; ip link set "testbed$n" up
  inside bash -c "ip addr add 10.89.$n.2/30 dev eth0; ip link set eth0 up"
  echo "10.89.$n.1" >"$DIR/host"; echo "10.89.$n.2" >"$DIR/address"
}
loopback_space() { # without namespaces the API server's life is the testbed's
  ln -s pid/apiserver "$DIR/init"; echo 127.0.0.1 >"$DIR/host"; echo 127.0.0.1 >"$DIR/address"
}

up() {
  export LEVEL=${1:-ctrl}
  case $LEVEL in
    api | ctrl) ;;
    fake | real) rootless && die "Expected root for a node, but the user is $(id -un). Use api or ctrl, or run it as root." ;;
    *) die "Expected api, ctrl, fake or real, but got: $LEVEL" ;;
  esac
  if is_up && [ "$(cat "$DIR/level")" = "$LEVEL" ]; then exports; return; fi
  down
  mkdir -p "$DIR/log" "$DIR/pid"; echo "$LEVEL" >"$DIR/level"
  [ "$LEVEL" = real ] && "$HERE/node.sh" prepare
  trap '[ $? = 0 ] || { tail -n 3 "$DIR"/log/*.log >&2 || true; down; }' EXIT
  if rootless; then loopback_space; else make_space; fi
  export ADDRESS; ADDRESS=$(cat "$DIR/address")
  [ "$LEVEL" = real ] && inside "$HERE/node.sh" net
  inside "$HERE/control.sh" api
  [ "$LEVEL" = api ] || inside "$HERE/control.sh" controllers
  [ "$LEVEL" = fake ] && inside "$HERE/node.sh" fake
  [ "$LEVEL" = real ] && inside "$HERE/node.sh" real
  [ -z "${TESTBED_OWNER:-}" ] || setsid nohup "$0" watch "$TESTBED_OWNER" >/dev/null 2>&1 </dev/null &
  exports
}
exports() {
  is_up || die "Expected a running testbed, but there is none: name=$NAME. Start it with: $0 up"
  echo "export KUBECONFIG=$DIR/admin.conf"
  echo "export TESTBED_HOST=$(cat "$DIR/host")   # where pods reach what runs on this machine"
}
down() {
  [ -d "$DIR" ] || return 0
  local p
  if rootless; then
    for p in "$DIR"/pid/*; do [ -f "$p" ] && kill -9 "$(cat "$p")" 2>/dev/null || true; done
  elif is_up; then
    p=$(cat "$DIR/init"); kill -9 "$p"
    for ((i = 0; i < 100; i++)); do lives "$p" || break; sleep 0.05; done
  fi
  for p in "$DIR"/sysctl/*; do [ -f "$p" ] && sysctl -qw "${p##*/}=$(cat "$p")"; done
  for ((i = 0; i < 50; i++)); do remove_cgroups && break; sleep 0.1; done
  [ ! -f "$DIR/folders" ] || xargs -r rmdir --ignore-fail-on-non-empty <"$DIR/folders"
  rm -rf "$DIR"
}
remove_cgroups() {
  local g left=0
  for g in /sys/fs/cgroup/*/"$CGROUP" /sys/fs/cgroup/"$CGROUP"; do
    [ -d "$g" ] && { find "$g" -depth -type d -exec rmdir {} + 2>/dev/null || left=1; }
  done
  return $left
}
status() {
  is_up || die "down: name=$NAME"
  for p in "$DIR"/pid/*; do
    inside bash -c 'printf "%-24s pid %-6s %s\n" "$1" "$2" "$(grep VmRSS "/proc/$2/status" 2>/dev/null | tr -s "\t " " " || echo ended)"' \
      - "${p##*/}" "$(cat "$p")"
  done
}

case ${1:-} in up | kubectl | binary) export BINARY; BINARY=$("$HERE/components/build.sh") ;; esac
case ${1:-} in
  up) up "${2:-}" ;;
  down) down ;;
  env) exports ;;
  status) status ;;
  kubectl) shift; kubectl "$@" ;;
  exec) shift; inside "$@" ;;
  load) shift; for image in "$@"; do inside "$HERE/node.sh" load "$(realpath "$image")"; done ;;
  binary) echo "$BINARY" ;;
  watch) while lives "$2" && is_up; do sleep 1; done; down ;;
  *) sed -n '2,14p' "$0" | cut -c3-; exit 2 ;;
esac

#!/bin/bash
# node.sh prepare|net|fake|real|load IMAGE.tar: the testbed's node. Called by testbed.sh, all but prepare inside the
# testbed's namespaces, with HERE, NAME, DIR, BINARY and ADDRESS set.
set -euo pipefail
. "$HERE/common.sh"
BRIDGE=cni0
SOCKET=$DIR/containerd.sock
IMAGES=${XDG_CACHE_HOME:-$HOME/.cache}/millrace/testbed/images
CGROUP=millrace-testbed-$NAME

packages() { # containerd and what it and kube-proxy call, from Debian
  command -v containerd runc nft conntrack busybox >/dev/null && [ -x /usr/lib/cni/bridge ] && return 0
  echo "testbed: installing containerd, runc and CNI plugins" >&2
  local list=(containerd runc containernetworking-plugins busybox-static nftables conntrack iproute2 iptables gcc libc6-dev)
  { apt-get update -q; apt-get install -qy --no-install-recommends "${list[@]}"; } >"$DIR/log/apt.log" 2>&1
}
images() { # the sandbox of every pod, and a small shell for tests
  local root; mkdir -p "$IMAGES"
  root=$(mktemp -d)
  if [ ! -f "$IMAGES/pause.tar" ]; then
    gcc -Os -static -o "$root/pause" "$HERE/image/pause.c"
    "$HERE/image/mkimage.sh" "$root" testbed.local/pause:1 "$IMAGES/pause.tar" /pause
    rm "$root/pause"
  fi
  if [ ! -f "$IMAGES/busybox.tar" ]; then
    mkdir -p "$root/bin" "$root/tmp"; cp "$(command -v busybox)" "$root/bin/"
    for a in $("$root/bin/busybox" --list); do [ "$a" = busybox ] || ln -s busybox "$root/bin/$a"; done
    "$HERE/image/mkimage.sh" "$root" testbed.local/busybox:1 "$IMAGES/busybox.tar" /bin/sh
  fi
  rm -rf "$root"
}
remember() { # settings of the whole kernel that the kubelet changes; testbed.sh puts them back
  mkdir -p "$DIR/sysctl"
  for s in vm.overcommit_memory kernel.panic kernel.panic_on_oops; do sysctl -n $s >"$DIR/sysctl/$s"; done
}
net() {
  ip link add $BRIDGE type bridge; ip addr add $NODE_IP/16 dev $BRIDGE; ip link set $BRIDGE up
  ip route add $SERVICES dev $BRIDGE   # kube-proxy rewrites service addresses there
  sysctl -qw net.ipv4.ip_forward=1
  sysctl -qw net.bridge.bridge-nf-call-iptables=1 2>/dev/null || true
  # Pods reach the machine's side of the pair by the testbed's own address. There is no route beyond.
  nft -f - <<N
table ip testbed {
  chain out {
    type nat hook postrouting priority srcnat;
    ip saddr $PODS oifname "eth0" masquerade
  }
}
N
}
containerd_config() {
  mkdir -p "$DIR/cni"
  cat >"$DIR/cni/10-testbed.conflist" <<Y
{"cniVersion":"1.0.0","name":"testbed","plugins":[
 {"type":"bridge","bridge":"$BRIDGE","isGateway":true,"ipMasq":false,"hairpinMode":true,
  "ipam":{"type":"host-local","dataDir":"$DIR/ipam","ranges":[[{"subnet":"$PODS"}]],"routes":[{"dst":"0.0.0.0/0"}]}},
 {"type":"portmap","capabilities":{"portMappings":true}}]}
Y
  cat >"$DIR/containerd.toml" <<Y
version = 2
root = "$DIR/containerd"
state = "$DIR/containerd-state"
[grpc]
  address = "$SOCKET"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "testbed.local/pause:1"
  stream_server_address = "127.0.0.1"
  restrict_oom_score_adj = true   # without CAP_SYS_RESOURCE a negative oom_score_adj cannot be set
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$DIR/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
    default_runtime_name = "runc"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
        SystemdCgroup = false
Y
}
load() { ctr -a "$SOCKET" -n k8s.io images import "$1" >/dev/null; }
containerd_up() {
  containerd_config
  start containerd containerd -c "$DIR/containerd.toml"
  await 20 containerd ctr -a "$SOCKET" version
  load "$IMAGES/pause.tar"; load "$IMAGES/busybox.tar"
}
kubelet_config() {
  : >"$DIR/resolv.conf"
  cat >"$DIR/kubelet.yaml" <<Y
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: $NODE_IP
port: 10250
healthzPort: 0
readOnlyPort: 0
failSwapOn: false
oomScoreAdj: 0
failCgroupV1: false
makeIPTablesUtilChains: false
cgroupDriver: cgroupfs
cgroupRoot: /$CGROUP
containerRuntimeEndpoint: unix://$SOCKET
podLogsDir: $DIR/podlogs
resolvConf: $DIR/resolv.conf
tlsCertFile: $DIR/pki/kubelet.crt
tlsPrivateKeyFile: $DIR/pki/kubelet.key
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: $DIR/pki/ca.crt}}
authorization: {mode: Webhook}
evictionHard: {memory.available: "100Mi", nodefs.available: "1%", imagefs.available: "1%"}
imageGCHighThresholdPercent: 100
imageMinimumGCAge: 24h
nodeStatusUpdateFrequency: 4s
syncFrequency: 10s
Y
}
kubelet() {
  for g in /sys/fs/cgroup/*/; do [ -f "$g/cgroup.procs" ] && mkdir -p "$g/$CGROUP"; done
  [ -f /sys/fs/cgroup/cgroup.procs ] && mkdir -p "/sys/fs/cgroup/$CGROUP"
  if [ -d "/sys/fs/cgroup/cpuset/$CGROUP" ]; then   # version 1: a new cpuset is empty
    for f in cpuset.cpus cpuset.mems; do cat /sys/fs/cgroup/cpuset/$f >"/sys/fs/cgroup/cpuset/$CGROUP/$f"; done
  fi
  kubelet_config
  start kubelet "$BINARY" kubelet --config "$DIR/kubelet.yaml" --kubeconfig "$DIR/node.conf" --hostname-override "$NODE" \
    --node-ip $NODE_IP --root-dir "$DIR/kubelet" --v 2
}
proxy() {
  cat >"$DIR/proxy.yaml" <<Y
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: nftables
clientConnection: {kubeconfig: $DIR/proxy.conf}
clusterCIDR: $PODS
bindAddress: 127.0.0.1
hostnameOverride: $NODE
conntrack: {maxPerCore: 0, min: 0}
Y
  kubectl create clusterrolebinding testbed-proxy --clusterrole=system:node-proxier --user=system:kube-proxy >/dev/null
  start proxy "$BINARY" kube-proxy --config "$DIR/proxy.yaml" --v 2
}
fake() {
  start hollow "$BINARY" hollow-node --morph kubelet --name "$NODE" --kubeconfig "$DIR/node.conf" --kubelet-port 10250 \
    --kubelet-read-only-port 0 --use-host-image-service=false --v 2
}
case $1 in
  prepare) packages; images; remember ;;
  net) net ;;
  fake) fake; await 60 node node_ready ;;
  real) containerd_up; kubelet; proxy; await 90 node node_ready ;;
  load) load "$2" ;;
esac

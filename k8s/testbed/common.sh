# What control.sh and node.sh share; sourced by them.
NODE=testbed NODE_IP=10.88.0.1 PODS=10.88.0.0/16 SERVICES=10.96.0.0/16 SERVICE_IP=10.96.0.1
API=6443 ETCD=2379 MANAGER=10257 SCHEDULER=10259

start() { # start NAME COMMAND...
  local name=$1; shift
  nohup "$@" >"$DIR/log/$name.log" 2>&1 </dev/null &
  echo $! >"$DIR/pid/$name"
}
await() { # await SECONDS WHAT COMMAND...
  local seconds=$1 what=$2; shift 2
  for ((i = 0; i < seconds * 10; i++)); do "$@" >/dev/null 2>&1 && return 0; sleep 0.1; done
  echo "testbed: Expected the $what to be ready within $seconds s, but it is not: logs=$DIR/log." >&2; return 1
}
kubectl() { "$BINARY" kubectl --kubeconfig "$DIR/admin.conf" "$@"; }
node_ready() { kubectl get node "$NODE" -o 'jsonpath={.status.conditions[?(@.type=="Ready")].status}' | grep -q True; }

#!/bin/bash
# check.sh [--write]: checks what is in this folder with the tools that users have. The chart is linted and rendered in its
# variants, refuses bad values, and is what manifests/operator.yaml shows; everything is applied to a real API server; Prometheus
# reads the rules. With --write the manifest is made anew instead.
set -euo pipefail
cd "$(dirname "$0")"
helm=$(tools/build.sh helm)
chart=helm/millrace-operator
work=$(mktemp -d)
export TESTBED_NAME=check-$$ TESTBED_OWNER=$$
trap 'testbed/testbed.sh down; rm -rf "$work"' EXIT

fail() { echo "k8s: $*" >&2; exit 1; }
render() { "$helm" template millrace-operator $chart --namespace millrace --kube-version 1.37.0 "$@" 2>"$work/err" || { cat "$work/err" >&2; return 1; }; }
kubectl() { testbed/testbed.sh kubectl "$@"; }
plain() { echo "# Made by k8s/check.sh --write of the chart's default values."; render; }
expect() { # expect FILE TEXT...
  local file=$1; shift
  for text in "$@"; do grep -qF -- "$text" "$work/$file" || fail "Expected $file to contain a text, but it does not: text=$text"; done
}
refuses() { # refuses TEXT --set…: the schema does not let it through, and says which value it is
  local text=$1; shift
  ! render "$@" >/dev/null 2>&1 || fail "Expected the chart to refuse values, but it took them: values=$*"
  grep -qF "$text" "$work/err" || fail "Expected the refusal to name $text, but it says: $(cat "$work/err")"
}

if [ "${1:-}" = --write ]; then plain >"$work/operator.yaml"; mv "$work/operator.yaml" manifests/operator.yaml; exit; fi

"$helm" lint --strict --quiet --kube-version 1.37.0 $chart 2>"$work/err" || { cat "$work/err" >&2; fail "Expected the chart to pass helm lint, but it does not."; }
plain | diff -u manifests/operator.yaml - || fail "Expected manifests/operator.yaml to be what the chart renders; run: k8s/check.sh --write"

render --set replicas=2,watchNamespaces='{a,b}',networkPolicy.enabled=true >"$work/several.yaml"
expect several.yaml 'kind: PodDisruptionBudget' 'namespace: a' 'namespace: b' 'value: "a,b"' 'kind: NetworkPolicy'
! grep -q 'kind: ClusterRoleBinding' "$work/several.yaml" || fail "Expected rights in the namespaces only, but they are in the cluster."
render --set image.digest=sha256:$(printf a | sha256sum | cut -c1-64) >"$work/pinned.yaml"
expect pinned.yaml 'image: ghcr.io/millrace/millrace-operator@sha256:'
render --set serviceAccount.create=false,serviceAccount.name=own,rbac.create=false >"$work/own.yaml"
expect own.yaml 'serviceAccountName: own'
! grep -qE 'kind: (ServiceAccount|ClusterRole)' "$work/own.yaml" || fail "Expected no account and no roles, but there are some."
render --set monitoring.podMonitors=true,monitoring.rules=true,monitoring.dashboards=true,monitoring.labels.team=x >"$work/watched.yaml"
expect watched.yaml 'kind: PodMonitor' 'kind: PrometheusRule' 'alert: MillracePartitionRefused' 'partitions.json' 'team: x'

refuses replicas --set replicas=0
refuses lookEvery --set operator.lookEvery=soon
refuses watchNamespaces --set watchNamespaces='{Not_A_Name}'
refuses replica --set replica=2

"$(tools/build.sh rulecheck)" monitoring/alerts.yaml

testbed/testbed.sh up api >/dev/null
kubectl apply --server-side -k . >/dev/null
kubectl wait --for condition=Established --timeout=30s crd/streamfunctions.millrace.dev >/dev/null
kubectl apply --server-side -n default -k samples >/dev/null
kubectl apply --server-side -n default -k samples >/dev/null   # a second time changes nothing and is no conflict
functions=$(kubectl get sf -n default -o name | wc -l)
[ "$functions" = "$(cat samples/*.yaml | grep -c '^kind: StreamFunction')" ] || fail "Expected all samples to be there, but there are: $functions"
kubectl create namespace a >/dev/null; kubectl create namespace b >/dev/null
kubectl apply --server-side --force-conflicts -f "$work/several.yaml" >/dev/null
echo "k8s: chart, manifests, samples and rules are in order"

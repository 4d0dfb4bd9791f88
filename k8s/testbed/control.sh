#!/bin/bash
# control.sh api|controllers: the control plane. Called by testbed.sh inside the testbed's namespaces with
# HERE, DIR, BINARY, LEVEL and ADDRESS set.
set -euo pipefail
. "$HERE/common.sh"
PKI=$DIR/pki
# On the loopback of a machine that is shared, the usual ports may be taken by another cluster.
if [ "$ADDRESS" = 127.0.0.1 ]; then API=16443 ETCD=12379 MANAGER=16257 SCHEDULER=16259; fi

certificate() { # certificate NAME SUBJECT ALTERNATIVES USAGE
  openssl ecparam -name prime256v1 -genkey -noout -out "$PKI/$1.key"
  openssl req -new -key "$PKI/$1.key" -subj "$2" -out "$PKI/$1.csr"
  openssl x509 -req -in "$PKI/$1.csr" -CA "$PKI/ca.crt" -CAkey "$PKI/ca.key" -CAcreateserial -days 30 -out "$PKI/$1.crt" \
    -extfile <(printf 'subjectAltName=%s\nextendedKeyUsage=%s\n' "$3" "$4") 2>/dev/null
}
certificates() {
  mkdir -p "$PKI"
  openssl ecparam -name prime256v1 -genkey -noout -out "$PKI/ca.key"
  openssl req -x509 -new -key "$PKI/ca.key" -days 30 -subj /CN=testbed -out "$PKI/ca.crt" 2>/dev/null
  local service=kubernetes names=DNS:localhost
  for suffix in "" .default .default.svc .default.svc.cluster.local; do names+=,DNS:$service$suffix; done
  certificate apiserver /CN=kube-apiserver "$names,IP:127.0.0.1,IP:$SERVICE_IP,IP:$NODE_IP,IP:$ADDRESS" serverAuth
  certificate kubelet-client /O=system:masters/CN=kube-apiserver-kubelet-client DNS:kubelet-client clientAuth
  certificate kubelet "/O=system:nodes/CN=system:node:$NODE" "DNS:localhost,DNS:$NODE,IP:127.0.0.1,IP:$NODE_IP" serverAuth,clientAuth
  openssl genrsa -out "$PKI/sa.key" 2048 2>/dev/null
  openssl rsa -in "$PKI/sa.key" -pubout -out "$PKI/sa.pub" 2>/dev/null
}
user() { # user FILE NAME [GROUP]: a kubeconfig with a token of its own
  local token; token=$(openssl rand -hex 16)
  echo "$token,$2,$2${3:+,\"$3\"}" >>"$PKI/tokens.csv"
  cat >"$DIR/$1.conf" <<Y
apiVersion: v1
kind: Config
current-context: testbed
clusters: [{name: testbed, cluster: {server: "https://$ADDRESS:$API", certificate-authority-data: "$(base64 -w0 "$PKI/ca.crt")"}}]
users: [{name: $1, user: {token: "$token"}}]
contexts: [{name: testbed, context: {cluster: testbed, user: $1}}]
Y
}
users() {
  user admin admin system:masters
  user manager system:kube-controller-manager
  user scheduler system:kube-scheduler
  user node "system:node:$NODE" system:nodes
  user proxy system:kube-proxy
}
etcd() {
  start etcd "$BINARY" etcd --data-dir "$DIR/etcd" --name t --unsafe-no-fsync --log-level warn \
    --listen-client-urls "http://127.0.0.1:$ETCD" --advertise-client-urls "http://127.0.0.1:$ETCD" \
    --listen-peer-urls "http://127.0.0.1:$((ETCD + 1))" --initial-advertise-peer-urls "http://127.0.0.1:$((ETCD + 1))" \
    --initial-cluster "t=http://127.0.0.1:$((ETCD + 1))"
}
apiserver() { # pods reach it at the node's address, where there is a node
  local bind=0.0.0.0 advertise=$ADDRESS endpoints=none
  [ "$ADDRESS" = 127.0.0.1 ] && bind=127.0.0.1
  [ "$LEVEL" = real ] && advertise=$NODE_IP endpoints=master-count
  start apiserver "$BINARY" kube-apiserver --etcd-servers "http://127.0.0.1:$ETCD" --bind-address $bind --secure-port "$API" \
    --advertise-address "$advertise" --endpoint-reconciler-type=$endpoints --allow-privileged --profiling=false \
    --tls-cert-file "$PKI/apiserver.crt" --tls-private-key-file "$PKI/apiserver.key" --client-ca-file "$PKI/ca.crt" \
    --token-auth-file "$PKI/tokens.csv" --authorization-mode Node,RBAC --service-cluster-ip-range $SERVICES \
    --service-account-issuer https://kubernetes.default.svc --service-account-key-file "$PKI/sa.pub" \
    --service-account-signing-key-file "$PKI/sa.key" --kubelet-client-certificate "$PKI/kubelet-client.crt" \
    --kubelet-client-key "$PKI/kubelet-client.key" --kubelet-certificate-authority "$PKI/ca.crt" \
    --kubelet-preferred-address-types InternalIP
  await 60 "API server" curl -sf --cacert "$PKI/ca.crt" "https://$ADDRESS:$API/readyz"
}
controllers() {
  start controllers "$BINARY" kube-controller-manager --kubeconfig "$DIR/manager.conf" \
    --authentication-kubeconfig "$DIR/manager.conf" --authorization-kubeconfig "$DIR/manager.conf" \
    --bind-address 127.0.0.1 --secure-port "$MANAGER" --leader-elect=false --use-service-account-credentials \
    --service-account-private-key-file "$PKI/sa.key" --root-ca-file "$PKI/ca.crt" \
    --cluster-signing-cert-file "$PKI/ca.crt" --cluster-signing-key-file "$PKI/ca.key"
  start scheduler "$BINARY" kube-scheduler --kubeconfig "$DIR/scheduler.conf" \
    --authentication-kubeconfig "$DIR/scheduler.conf" --authorization-kubeconfig "$DIR/scheduler.conf" \
    --bind-address 127.0.0.1 --secure-port "$SCHEDULER" --leader-elect=false
  await 60 "default service account" kubectl get serviceaccount default
}
case $1 in
  api) certificates; users; etcd; apiserver ;;
  controllers) controllers ;;
esac

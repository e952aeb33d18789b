# What people do with kubectl, at a clock that is paused between requests: session.sh pods|workloads|services|explain.
address=$(sed -n 's#.*http://\([^:]*\):\([0-9]*\).*#\1/\2#p' "$KUBECONFIG")
post() {
  exec 3<>"/dev/tcp/$address"
  printf 'POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' \
    "$1" "${#2}" "$2" >&3
  grep -q '^HTTP/1.1 200 ' <&3 || echo "refused: $2"
  exec 3>&-
}
advance() { echo "# $1 later"; post /podreel/v1/clock "{\"advance\": \"$1\"}"; }
step() { echo "# $1"; post /podreel/v1/steps "$1"; }
manifest() { printf '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"ap"},"spec":{"containers":[{"name":"a","%s":"%s"}]}}' "$1" "$2"; }
say() { echo "\$ kubectl $*"; kubectl "$@"; }
# Ages that kubectl computes from its own clock, and names that depend on it.
plain() { sed -E 's/ [0-9]+[dy][0-9d]* / AGE /; s/over [0-9dy]+\)/over AGE)/; s/shop-[0-9a-f]{8,10}/shop-X/' | tr -s ' '; }

pods() {
  advance 12s
  say get pods
  say get pods -o wide
  say get nodes
  say get namespaces
  say get events
  say get pod nope
  say get widgets
  say run hi --image=nginx
  advance 5s
  say wait --for=condition=Ready pod/hi --timeout=5s
  say label pod hi a=b
  say annotate pod hi c=d
  say set image pod/hi hi=nginx:2
  say patch pod hi -p '{"spec":{"restartPolicy":"Never"}}' 2>&1 | head -n 1
  advance 20s
  say get pods -l a=b --show-labels
  manifest image b | say apply -f -
  manifest image b | say apply -f -
  manifest image c | say apply -f -
  manifest imagee c | say create -f - 2>&1 | grep -o 'unknown field.*'
  say logs hi
  step '{"stopKubelet": {}}'
  say get nodes
  step '{"startKubelet": {"version": "1.31"}}'
  advance 10s
  say get nodes
  say get pods
  say delete pod ap --grace-period=1 --wait=false
  say get pod ap
  advance 10s
  say get pods -A
}

workloads() {
  say create deployment shop --image=shop:1 --replicas=3
  advance 10s
  say get deployments,replicasets,pods -l app=shop
  say rollout status deployment/shop
  say scale deployment shop --replicas=4
  advance 10s
  say get deployment shop -o wide
  say set image deployment/shop shop=shop:2
  advance 1s
  say get pods -l app=shop
  advance 60s
  say rollout status deployment/shop
  say rollout history deployment/shop
  say rollout undo deployment/shop
  advance 60s
  say get replicasets -o wide
  say wait --for=condition=Available deployment/shop --timeout=5s
  say describe deployment shop | sed -n '/^Conditions/,$p' | plain
  say rollout restart deployment/shop
  advance 60s
  say rollout status deployment/shop
  say get deployments
  say create job sum --image=sum:1 -- echo
  advance 5s
  say get jobs

  # The node.
  say create poddisruptionbudget shop --selector=app=shop --min-available=4
  advance 1s
  say get poddisruptionbudgets
  say cordon node-1
  say get nodes
  say drain node-1 --force --pod-selector=app=shop --timeout=2s 2>&1 | grep -o 'Cannot evict pod as it would.*' | sort -u
  say delete poddisruptionbudget shop
  say run late --image=late:1
  advance 1s
  say get pod late
  say describe pod late | sed -n '/^Events/,$p' | plain
  say uncordon node-1
  advance 5s
  say get pod late
  say logs late
  say taint node node-1 key=value:NoExecute
  advance 40s
  say get pods -l run
  say taint node node-1 key-
  say delete deployment shop
  advance 60s
  say get all

  # What is kept, and what is refused.
  say create configmap settings --from-literal=a=b
  say get configmaps
  say create secret generic token --from-literal=a=b
  say get secrets
  settings() { printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {%s}\n' "$1"; }
  settings 'a: c' | say apply --server-side -f - 2>&1 | head -n 2
  settings 'a: c' | say apply --server-side --force-conflicts -f -
  say get namespaces --chunk-size=1
  say get events --field-selector=reason=FailedScheduling,involvedObject.name=late
}

services() {
  say get services,endpoints,endpointslices
  advance 3s
  say auth can-i create pods
  say auth whoami
  say exec web -- ls
  say attach web 2>&1 | tail -n 1
  say port-forward pod/web 8080:80
  say get pods --sort-by=.status.startTime
  say get nodes -o wide
  say create deployment shop --image=shop:1 --replicas=2 --port=8080
  say expose deployment shop --port=80 --target-port=8080
  advance 10s
  say get services,endpoints shop
  # A newer kubectl also describes the internal traffic policy, and aligns all with it.
  say describe service shop | sed -e '/^Internal Traffic Policy:/d' -e 's/:  */:  /'
  say get endpointslices -l kubernetes.io/service-name=shop
  say expose deployment shop --port=80
  say patch service shop -p '{"spec":{"type":"NodePort"}}'
  say get service shop -o wide
  say scale deployment shop --replicas=5
  advance 10s
  say get endpoints shop
  say set selector service shop app=nope
  advance 1s
  say get endpoints shop
  say create service clusterip none --clusterip=None --tcp=80
  say create service externalname far --external-name=example.com
  say create service loadbalancer balanced --tcp=80:8080 --tcp=443:8443
  say create service nodeport low --tcp=80 --node-port=80
  say create service clusterip wild --clusterip=1.2.3.4 --tcp=80
  say get services
  say delete service shop
  advance 1s
  say get endpoints,endpointslices -l app=shop
  say run lone --image=lone:1 --port=80 --expose
  advance 10s
  say get endpoints lone

  # What comes again and again.
  say create cronjob tick --image=tick:1 --schedule='*/5 * * * *' -- date
  say create cronjob wrong --image=tick:1 --schedule=daily -- date
  advance 5m
  say get cronjobs,jobs
  say create job now --from=cronjob/tick
  say patch cronjob tick -p '{"spec":{"suspend":true,"concurrencyPolicy":"Forbid"}}'
  say get cronjobs -o wide
  say describe cronjob tick | sed -n '/^Last Schedule/,$p' | plain
  say delete cronjob tick
  advance 60s
  say get jobs
}

explain() {
  say explain pod.spec.restartPolicy
  say explain pod.spec.containers.lifecycle.postStart
  say explain deployment.spec.strategy.rollingUpdate
  say explain cronjob.spec.jobTemplate.spec.template.spec.volumes.emptyDir
  say explain pdb --recursive
  say explain pod.spec.containers.imagge 2>&1 || true
}

"$1"

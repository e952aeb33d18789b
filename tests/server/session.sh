# What people do with kubectl, at a clock that stands still between requests.
advance() { echo "{\"advance\": \"$1\"}" | kubectl create --raw /podreel/v1/clock -f - >/dev/null; }
step() { echo "$1" | kubectl create --raw /podreel/v1/steps -f - >/dev/null; }
manifest() { printf '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"ap"},"spec":{"containers":[{"name":"a","%s":"%s"}]}}' "$1" "$2"; }
set -x
advance 12s
kubectl get pods
kubectl get pods -o wide
kubectl get nodes
kubectl get namespaces
kubectl get events
kubectl get pod nope
kubectl get deployments
kubectl run hi --image=nginx
advance 5s
kubectl wait --for=condition=Ready pod/hi --timeout=5s
kubectl label pod hi a=b
kubectl annotate pod hi c=d
kubectl set image pod/hi hi=nginx:2
kubectl patch pod hi -p '{"spec":{"restartPolicy":"Never"}}' 2>&1 | head -n 1
advance 20s
kubectl get pods -l a=b --show-labels
manifest image b | kubectl apply -f -
manifest image b | kubectl apply -f -
manifest image c | kubectl apply -f -
manifest imagee c | kubectl create -f - 2>&1 | grep -o 'unknown field.*'
kubectl logs hi
step '{"stopKubelet": {}}'
kubectl get nodes
step '{"startKubelet": {"version": "1.31"}}'
advance 10s
kubectl get nodes
kubectl get pods
kubectl delete pod ap --grace-period=1 --wait=false
kubectl get pod ap
advance 10s
kubectl get pods -A

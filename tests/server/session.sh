# What people do with kubectl, at a clock that stands still between requests.
advance() { echo "# $1 later"; echo "{\"advance\": \"$1\"}" | kubectl create --raw /podreel/v1/clock -f - >/dev/null; }
step() { echo "# $1"; echo "$1" | kubectl create --raw /podreel/v1/steps -f - >/dev/null; }
manifest() { printf '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"ap"},"spec":{"containers":[{"name":"a","%s":"%s"}]}}' "$1" "$2"; }
say() { echo "\$ kubectl $*"; kubectl "$@"; }
advance 12s
say get pods
say get pods -o wide
say get nodes
say get namespaces
say get events
say get pod nope
say get deployments
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

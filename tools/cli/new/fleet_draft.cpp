#include "tools/cli/new/fleet_draft.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace podreel::cli {

namespace {

constexpr const char* fleet_text = R"(apiVersion: podreel.dev/v1alpha1
kind: Fleet
metadata: {{name: {name}}}
spec:
  # Time that all pods have run when a plan begins.
  age: 30m
  # The same seed gives the same result.
  # seed: 7
  clusters:
    # Instead of nodePools and workloads, a cluster can be read from kubectl get nodes,pods,pdb -A -o json.
    # - {{name: us, dump: us.json}}
    - name: eu
      # Several equal clusters are eu-1, eu-2 and so on.
      # count: 3
      nodePools:
        - name: workers
          count: 6
          kubelet: {{version: "{from}"}}
          labels: {{topology.kubernetes.io/zone: a}}
          # Without it, nodes have enough of everything but extended resources and hugepages.
          allocatable: {{cpu: "8", memory: 32Gi, pods: "110"}}
          # taints: [{{key: dedicated, value: web, effect: PreferNoSchedule}}]
        - name: canaries
          count: 1
          kubelet: {{version: "{from}"}}
          labels: {{topology.kubernetes.io/zone: b}}
      workloads:
        - replicas: 12
          manifest:
            apiVersion: apps/v1
            kind: Deployment
            metadata: {{name: web, namespace: shop}}
            spec:
              selector: {{matchLabels: {{app: web}}}}
              template:
                metadata: {{labels: {{app: web}}}}
                spec:
                  containers:
                    - name: app
                      image: registry.example/web:1
                      readinessProbe: {{httpGet: {{port: 8080}}, periodSeconds: 5}}
      # Budgets apply to plans that drain nodes.
      podDisruptionBudgets:
        - apiVersion: policy/v1
          kind: PodDisruptionBudget
          metadata: {{name: web, namespace: shop}}
          spec: {{maxUnavailable: 25%, selector: {{matchLabels: {{app: web}}}}}}
)";

constexpr const char* plan_text = R"(---
apiVersion: podreel.dev/v1alpha1
kind: FleetPlan
metadata: {{name: to-{to}}}
spec:
  # Steps for each node. Its kubelet is stopped when they begin.
  node:
    - {{at: 8s, startKubelet: {{version: "{to}"}}}}
  # Nodes are drained first. Without it they keep their pods.
  drain: {{timeout: 10m, deleteEmptyDirData: true}}
  # The API server of each cluster is upgraded first.
  # masters: {{steps: [{{at: 10s, upgradeApiServer: {{version: "{to}"}}}}], watchedFor: 15m}}
  # Canaries can be selected by nodePool, zone and selector, and limited by nodes.
  canaries: {{nodePool: canaries, watchedFor: 10m}}
  # Number or percentage of a cluster's nodes that are upgraded at the same time.
  batch: 25%
  pause: 1m
  # clustersAtOnce: 2
  # Batches begin only in maintenance windows.
  # windows: {{first: 2h, every: 24h, length: 6h}}
  # Conditions that stop the plan.
  stop: {{withoutReadyReplica: 1m}}
  # Upgraded nodes are rolled back after a stop, or at a chosen time.
  rollBack:
    - {{at: 8s, startKubelet: {{version: "{from}"}}}}
  # rollBackAt: 3h
)";

}  // namespace

std::string fleet_draft(const std::string& name, release::Release kubelet, release::Release to) {
  const std::string quoted = nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const auto filled = [&](const char* text) {
    return fmt::format(fmt::runtime(text), fmt::arg("name", quoted), fmt::arg("from", release::minor_string(kubelet)),
                       fmt::arg("to", release::minor_string(to)));
  };
  return filled(fleet_text) + filled(plan_text);
}

}  // namespace podreel::cli

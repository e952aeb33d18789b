#include "tests/support/sample_fleet.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "engine/sim/random.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

constexpr const char* resizing_gate = ", featureGates: {InPlacePodVerticalScaling: true}";

/// Numbers from 1 on, in a known order.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_{seed} {}

  int up_to(std::uint64_t maximum) {
    return static_cast<int>(1 + sim::scale_below(state_ = sim::mix(state_), maximum));
  }

 private:
  std::uint64_t state_;
};

std::string generated_workload(int number, Draws& draws) {
  const std::string probe =
      fmt::format(", readinessProbe: {{httpGet: {{port: 80}}, periodSeconds: {}}}", draws.up_to(10));
  std::string containers;
  for (int container = draws.up_to(3); container > 0; --container) {
    const std::string image = fmt::format("i:{}", draws.up_to(3));
    const std::string more = draws.up_to(2) == 1 ? probe : ", resources: {requests: {cpu: 100m}}";
    containers += fmt::format("{{name: c{}, image: \"{}\"{}}}{}", container, image, more, container > 1 ? ", " : "");
  }
  return deployment(fmt::format("w{}", number), draws.up_to(9), fmt::format("{{containers: [{}]}}", containers));
}

std::string generated_cluster(int number, Draws& draws) {
  std::string workloads;
  for (int workload = draws.up_to(4); workload > 0; --workload) {
    workloads += generated_workload(workload, draws) + (workload > 1 ? ", " : "");
  }
  return fmt::format(
      "  - name: c{}\n    apiServer: \"1.26\"\n    nodePools:\n"
      "    - {{name: a, count: {}, kubelet: {{version: \"1.30\"{}}}}}\n"
      "    - {{name: b, count: {}, kubelet: {{version: \"1.29\"}}}}\n    workloads: [{}]\n",
      number, draws.up_to(6), resizing_gate, draws.up_to(3), workloads);
}

}  // namespace

fleet::Loaded shop_fleet() {
  return fleet::load({source_path(shop_file).string()});
}

std::string shop_with(const std::string& instead_of, const std::string& text) {
  std::ifstream file{source_path(shop_file)};
  std::string shop{std::istreambuf_iterator<char>{file}, {}};
  return shop.replace(shop.find(instead_of), instead_of.size(), text);
}

fleet::Loaded loaded_fleet(const std::string& text) {
  const ScratchFolder scratch;
  const std::string file = scratch / "fleet.yaml";
  std::ofstream{file} << text;
  return fleet::load({file});
}

std::string small_fleet(int nodes, const std::string& workloads) {
  return fmt::format(
      "apiVersion: podreel.dev/v1alpha1\nkind: Fleet\nmetadata: {{name: small}}\nspec:\n  clusters:\n  - name: c\n"
      "    nodePools: [{{name: nodes, count: {}, kubelet: {{version: \"1.30\"}}, allocatable: {{pods: \"3\"}}}}]\n"
      "    workloads: [{}]\n",
      nodes, workloads);
}

std::string deployment(const std::string& name, int replicas, const std::string& pod_spec) {
  return fmt::format(
      "{{replicas: {}, manifest: {{apiVersion: apps/v1, kind: Deployment, metadata: {{name: {}}}, spec: {{selector: "
      "{{matchLabels: {{app: x}}}}, template: {{metadata: {{labels: {{app: x}}}}, spec: {}}}}}}}}}",
      replicas, name, pod_spec);
}

std::string generated_fleet(std::uint64_t seed) {
  Draws draws{seed};
  std::string text = fmt::format(
      "apiVersion: podreel.dev/v1alpha1\nkind: Fleet\nmetadata: {{name: generated-{}}}\nspec:\n  clusters:\n", seed);
  for (int cluster = draws.up_to(3); cluster > 0; --cluster) text += generated_cluster(cluster, draws);
  const std::string plan = "---\napiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\n";
  text += plan + fmt::format(
                     "metadata: {{name: all}}\nspec:\n  node: [{{at: 5s, startKubelet: {{version: \"1.31\"}}}}]\n"
                     "  batch: {}\n  clustersAtOnce: {}\n  pause: 7s\n",
                     draws.up_to(4), draws.up_to(2));
  return text + plan +
         "metadata: {name: back}\nspec:\n  node: [{at: 5s, startKubelet: {version: \"1.31\"}}]\n  batch: 2\n"
         "  stop: {restartedPercent: 10}\n"
         "  rollBack: [{at: 0s, stopKubelet: {}}, {at: 5s, startKubelet: {version: \"1.30\"}}]\n" +
         masters_plan(", watchedFor: 2m", "  batch: 2\n");
}

std::string masters_fleet(int nodes, const std::string& workloads) {
  std::string text = small_fleet(nodes, workloads);
  text.insert(text.find("    nodePools"), "    apiServer: \"1.26\"\n");
  const std::string kubelet = "{version: \"1.30\"";
  return text.insert(text.find(kubelet) + kubelet.size(), resizing_gate);
}

std::string masters_plan(const std::string& more_of_masters, const std::string& more) {
  return fmt::format(
      "---\napiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\nmetadata: {{name: masters}}\nspec:\n  masters: {{steps: "
      "[{{at: 1s, upgradeApiServer: {{version: \"1.31\"}}}}]{}}}\n  node: [{{at: 5s, startKubelet: {{version: "
      "\"1.31\"}}}}]\n{}",
      more_of_masters, more);
}

std::string stateful_set(const std::string& name, int replicas, const std::string& management_policy) {
  return fmt::format(
      "{{replicas: {}, manifest: {{apiVersion: apps/v1, kind: StatefulSet, metadata: {{name: {}}}, spec: "
      "{{serviceName: "
      "{}, podManagementPolicy: {}, selector: {{matchLabels: {{app: {}}}}}, template: {{metadata: {{labels: {{app: "
      "{}}}}}, spec: {}}}}}}}}}",
      replicas, name, name, management_policy, name, name, one_container_spec);
}

std::string budgets(const std::string& list) {
  return fmt::format("    podDisruptionBudgets: [{}]\n", list);
}

std::string budget(const std::string& app, const std::string& spec) {
  return fmt::format(
      "{{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {{name: keep-{}}}, spec: {{selector: "
      "{{matchLabels: {{app: {}}}}}, {}}}}}",
      app, app, spec);
}

std::string drain_plan(const std::string& drain, const std::string& more) {
  return fmt::format(
      "---\napiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\nmetadata: {{name: p}}\nspec: {{drain: {}, node: [{{at: "
      "5s, startKubelet: {{version: \"1.31\"}}}}]{}}}\n",
      drain, more);
}

}  // namespace podreel::testing

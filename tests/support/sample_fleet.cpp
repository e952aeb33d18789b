#include "tests/support/sample_fleet.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>

#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

fleet::Loaded shop_fleet() {
  return fleet::load({PODREEL_SOURCE_DIR "/scenarios/fleets/shop.yaml"});
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

}  // namespace podreel::testing

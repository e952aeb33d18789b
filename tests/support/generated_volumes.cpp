#include "tests/support/generated_volumes.hpp"

#include <array>
#include <fmt/format.h>

namespace podreel::testing {

namespace {

using fuzz::Bytes;
using nlohmann::json;

constexpr const char* name = "made-up";

bool add_volume(json& spec) {
  if (!spec.contains("containers") || spec["containers"].empty()) return false;
  spec["volumes"].push_back({{"name", name}, {"persistentVolumeClaim", {{"claimName", name}}}});
  spec["containers"][0]["volumeMounts"].push_back({{"name", name}, {"mountPath", "/made-up"}});
  return true;
}

json operation(Bytes& bytes) {
  constexpr std::array operations{"DetachElsewhere", "Attach", "WaitForAttach", "MountDevice", "SetUp", "TearDown"};
  const std::size_t chosen = bytes.below(operations.size());
  json made{{"operation", operations[chosen]}, {"volume", name}, {"takes", fmt::format("{}s", bytes.below(4))}};
  if (chosen == 0 || bytes.flip()) return made;
  made["failFirst"] = 1 + bytes.below(3);
  made["error"] = "made up";
  return made;
}

}  // namespace

void add_volumes(GeneratedScenario& scenario, Bytes& bytes) {
  if (bytes.below(4) != 1) return;
  bool is_mounted = false;
  for (json& step : scenario.steps) {
    if (step.contains("createPod") && bytes.flip()) is_mounted = add_volume(step["createPod"]["spec"]) || is_mounted;
  }
  if (!is_mounted) return;
  for (std::size_t count = 1 + bytes.below(3); count > 0; --count) scenario.volumes.push_back(operation(bytes));
}

}  // namespace podreel::testing

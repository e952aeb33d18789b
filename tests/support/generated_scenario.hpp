// Nodes, pods, and what happens to them: made from bytes, made smaller, written as scenarios.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "tests/fuzz/generated_container.hpp"
#include "tests/support/generated_node.hpp"
#include "tests/support/generated_pod.hpp"

namespace podreel::testing {

/// One node, a few pods and static pods, edits of every kind that the API server takes, faults of runtime, kubelet and
/// API server, and kubelets that follow each other.
struct GeneratedScenario {
  GeneratedNode node;
  std::vector<GeneratedPod> pods;
  /// Items of `runtime.calls`.
  std::vector<nlohmann::json> faults;
  /// Items of `volumes`.
  std::vector<nlohmann::json> volumes;
  /// The timeline, in order of time.
  std::vector<nlohmann::json> steps;
  std::chrono::seconds duration{};

  /// As a scenario file.
  [[nodiscard]] std::string text() const;
  /// A little less each: without a step, a fault, a container, one of its fields … Not all of them are valid.
  [[nodiscard]] std::vector<GeneratedScenario> smaller() const;
};

[[nodiscard]] GeneratedScenario generated_scenario(fuzz::Bytes& bytes);

/// Bytes enough for a scenario; the same for the same seed.
[[nodiscard]] std::string bytes_of_seed(std::uint64_t seed);

/// The scenario as loaded; no value, and `problems` says why, if it is not valid.
[[nodiscard]] std::optional<format::Scenario> loaded(const GeneratedScenario& scenario,
                                                     std::string* problems = nullptr);

/// The smallest that is found of those that `fails` says true of; `scenario` itself does.
[[nodiscard]] GeneratedScenario smallest(GeneratedScenario scenario,
                                         const std::function<bool(const format::Scenario&)>& fails);

}  // namespace podreel::testing

// Searches a scenario that reproduces the evidence.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/reproduce/diagnosis.hpp"
#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/fit.hpp"
#include "scenarios/reproduce/search.hpp"

namespace podreel::reproduce {

/// Another explanation, and how well it fits.
struct Alternative {
  Cause cause = Cause::unknown;
  std::string explanation;
  Fit fit;
};

struct ReproducedPod {
  std::string name;
  Diagnosis diagnosis;
  std::vector<std::string> assumptions;
  /// Observations that no scenario reproduces (limits.hpp).
  std::vector<std::string> not_simulated;
  /// Fit of the whole scenario; without observations if the pod is not simulated.
  Fit fit;
  /// The best ones first.
  std::vector<Alternative> alternatives;
};

struct Reproduction {
  /// As a file for `podreel test`, with expectations of what it reproduces. Null if no pod can be simulated.
  nlohmann::ordered_json scenario;
  /// No value without a scenario.
  std::optional<release::Release> kubelet;
  /// Releases whose messages fit those about the first pod equally well, oldest first.
  std::vector<release::Release> kubelets;
  std::vector<ReproducedPod> pods;
  /// Causes that lines about nodes name, as sentences without their full stops.
  std::vector<std::string> node_causes;
  /// Causes that lines about pods without names name.
  std::vector<std::string> nameless_causes;
  /// Lines of the input that were not used for any pod.
  std::vector<UnusedLine> unused;
  std::size_t runs = 0;

  /// Whether the scenario shows all evidence.
  [[nodiscard]] bool is_complete() const noexcept;
  [[nodiscard]] std::size_t reproduced() const noexcept;
  [[nodiscard]] std::size_t observations() const noexcept;
};

struct Options {
  std::string name = "reproduced";
  /// No value: the release is found by the wording of messages.
  std::optional<release::Release> kubelet{};
  Budget budget{};
};

/// Takes evidence about a pod or a node. Deterministic for equal evidence and options. Throws RefusedScenario
/// (simulated_evidence.hpp) if no draft is a valid scenario.
[[nodiscard]] Reproduction reproduce(const Evidence& evidence, const Options& options);

}  // namespace podreel::reproduce

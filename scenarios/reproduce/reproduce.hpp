// Searches a scenario that reproduces the evidence.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/fit.hpp"
#include "scenarios/reproduce/search.hpp"

namespace podreel::reproduce {

/// Another explanation, and how well it fits.
struct Alternative {
  std::string explanation;
  std::size_t reproduced = 0;
  double score = 0;
};

struct ReproducedPod {
  std::string name;
  std::string explanation;
  std::vector<std::string> assumptions;
  /// Observations that no scenario reproduces (limits.hpp).
  std::vector<std::string> not_simulated;
  /// Fit of the whole scenario.
  Fit fit;
  /// The best ones first.
  std::vector<Alternative> alternatives;
};

struct Reproduction {
  /// As a file for `podreel test`, with expectations of what it reproduces.
  nlohmann::ordered_json scenario;
  release::Release kubelet;
  /// Releases that fit the first pod equally well, oldest first.
  std::vector<release::Release> kubelets;
  std::vector<ReproducedPod> pods;
  std::size_t runs = 0;

  [[nodiscard]] std::size_t reproduced() const noexcept;
  [[nodiscard]] std::size_t observations() const noexcept;
};

struct Options {
  std::string name = "reproduced";
  /// No value: the release is found by the wording of messages.
  std::optional<release::Release> kubelet{};
  Budget budget{};
};

/// Takes at least one pod with evidence. Deterministic for equal evidence and options. Throws RefusedScenario
/// (simulated_evidence.hpp) if no draft is a valid scenario.
[[nodiscard]] Reproduction reproduce(const Evidence& evidence, const Options& options);

}  // namespace podreel::reproduce

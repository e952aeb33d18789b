// From evidence to the scenario that tells it.
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

/// Another explanation, and how much it tells.
struct Alternative {
  std::string explanation;
  std::size_t told = 0;
  double score = 0;
};

struct ReproducedPod {
  std::string name;
  std::string explanation;
  std::vector<std::string> assumptions;
  /// What no scenario tells (limits.hpp).
  std::vector<std::string> not_simulated;
  /// By the scenario as a whole.
  Fit fit;
  /// The best ones first.
  std::vector<Alternative> alternatives;
};

struct Reproduction {
  /// As `podreel test` takes it: it expects what it tells.
  nlohmann::ordered_json scenario;
  release::Release kubelet;
  /// Those that tell the first pod as well, oldest first.
  std::vector<release::Release> kubelets;
  std::vector<ReproducedPod> pods;
  std::size_t runs = 0;

  [[nodiscard]] std::size_t told() const noexcept;
  [[nodiscard]] std::size_t observations() const noexcept;
};

struct Options {
  std::string name = "reproduced";
  /// No value: the release whose kubelets write such messages.
  std::optional<release::Release> kubelet{};
  Budget budget{};
};

/// `evidence` has pods, each with something that was seen. Takes the same course for the same evidence and options.
/// Throws RefusedScenario (simulated_evidence.hpp) where no draft is a scenario.
[[nodiscard]] Reproduction reproduce(const Evidence& evidence, const Options& options);

}  // namespace podreel::reproduce

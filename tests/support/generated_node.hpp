// Nodes of many kinds: kubelets with their gates and settings, and what goes wrong in their runtimes.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "engine/release/release.hpp"
#include "tests/fuzz/generated_container.hpp"

namespace podreel::testing {

struct GeneratedNode {
  release::Release kubelet;
  /// Another kubelet that may follow, and be followed by the first one again.
  std::optional<release::Release> other_kubelet;
  /// As in a scenario; may be empty.
  nlohmann::json feature_gates = nlohmann::json::object();
  nlohmann::json config = nlohmann::json::object();
  nlohmann::json container_events = nlohmann::json::object();
  /// `reportsStatus`, and `lifecycle` beside it; may be empty.
  nlohmann::json status = nlohmann::json::object();

  /// Of the two kubelets, of which API server is the newer one; pods have only what both know.
  [[nodiscard]] release::Release oldest() const;
  [[nodiscard]] release::Release newest() const;
  /// `spec.node` of a scenario.
  [[nodiscard]] nlohmann::json text() const;
};

[[nodiscard]] GeneratedNode generated_node(fuzz::Bytes& bytes);

/// An item of `runtime.calls`.
[[nodiscard]] nlohmann::json generated_fault(fuzz::Bytes& bytes);

}  // namespace podreel::testing

// Selects pods of the input, as kubectl's options do.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/api/field_selector.hpp"
#include "engine/api/label_selector.hpp"

namespace CLI {
class App;
}

namespace podreel::cli {

/// Values of the options; empty ones select all pods.
struct PodSelection {
  std::string namespace_name;
  std::string label_selector;
  std::string field_selector;
  bool all_namespaces = false;
};

/// Declares --namespace, --all-namespaces, --selector and --field-selector. `selection` must outlive `verb`.
void add_pod_selection(CLI::App& verb, PodSelection& selection);

/// The pods that these options select.
class PodFilter {
 public:
  /// Throws BadInput, which names the option.
  explicit PodFilter(const PodSelection& selection);

  /// Returns whether it selects a part of the pods.
  [[nodiscard]] bool is_active() const noexcept;
  /// `pod` is a v1.Pod.
  [[nodiscard]] bool matches(const nlohmann::json& pod) const;

 private:
  std::string namespace_;
  api::LabelSelector labels_;
  api::FieldSelector fields_;
};

/// Returns the options for a shell, each after a space; empty if all pods are selected.
[[nodiscard]] std::string command_words(const PodSelection& selection);

inline constexpr const char* no_pod_selected = "no pod matches --namespace, --selector and --field-selector";

}  // namespace podreel::cli

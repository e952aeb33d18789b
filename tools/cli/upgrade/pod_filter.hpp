// Selects pods of the input, as kubectl's options do.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/api/label_selector.hpp"
#include "tools/cli/upgrade/upgrade_options.hpp"

namespace podreel::cli {

/// The pods that --namespace, --selector and --field-selector select.
class PodFilter {
 public:
  /// Throws BadInput, which names the option.
  explicit PodFilter(const UpgradeOptions& options);

  /// Returns whether it selects a part of the pods.
  [[nodiscard]] bool is_active() const noexcept;
  /// `pod` is a v1.Pod.
  [[nodiscard]] bool matches(const nlohmann::json& pod) const;

 private:
  void add_field(const std::string& requirement);

  std::string namespace_;
  std::string name_;
  std::string node_;
  api::LabelSelector labels_;
};

}  // namespace podreel::cli

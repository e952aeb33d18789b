// The kinds that carry pods, and where in them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace podreel::manifests {

/// Restart policies that the API server accepts in a template.
enum class TemplatePolicy : std::uint8_t { any, always, ends };

struct WorkloadKind {
  std::string_view kind;
  /// API groups, separated by '|'; the core group is "".
  std::string_view groups;
  /// Path of the template, as keys separated by '.'.
  std::string_view template_path;
  TemplatePolicy policy = TemplatePolicy::any;
};

/// Null for kinds without a pod template, and for a kind of that name in another group.
[[nodiscard]] const WorkloadKind* find_workload_kind(std::string_view api_version, std::string_view kind);

/// "Pod", "List", "Deployment" …: for messages.
[[nodiscard]] std::vector<std::string_view> pod_carrying_kinds();

}  // namespace podreel::manifests

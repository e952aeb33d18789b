#include "engine/manifests/workload_kinds.hpp"

#include <algorithm>
#include <array>

#include "engine/api/take_word.hpp"

namespace podreel::manifests {

namespace {

constexpr std::array kinds{
    WorkloadKind{"PodTemplate", "", "template"},
    WorkloadKind{"ReplicationController", "", "spec.template", TemplatePolicy::always},
    WorkloadKind{"ReplicaSet", "apps|extensions", "spec.template", TemplatePolicy::always},
    WorkloadKind{"Deployment", "apps|extensions", "spec.template", TemplatePolicy::always},
    WorkloadKind{"DaemonSet", "apps|extensions", "spec.template", TemplatePolicy::always},
    WorkloadKind{"StatefulSet", "apps", "spec.template", TemplatePolicy::always},
    WorkloadKind{"Job", "batch|extensions", "spec.template", TemplatePolicy::ends},
    WorkloadKind{"CronJob", "batch", "spec.jobTemplate.spec.template", TemplatePolicy::ends},
};

std::string_view group_of(std::string_view api_version) {
  const std::size_t slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view{} : api_version.substr(0, slash);
}

}  // namespace

const WorkloadKind* find_workload_kind(std::string_view api_version, std::string_view kind) {
  for (const WorkloadKind& candidate : kinds) {
    if (candidate.kind != kind) continue;
    if (api_version.empty()) return &candidate;
    const std::vector<std::string_view> groups = api::split(candidate.groups, '|');
    return std::ranges::find(groups, group_of(api_version)) != groups.end() ? &candidate : nullptr;
  }
  return nullptr;
}

std::vector<std::string_view> pod_carrying_kinds() {
  std::vector<std::string_view> names{"Pod", "List"};
  for (const WorkloadKind& kind : kinds) names.push_back(kind.kind);
  return names;
}

}  // namespace podreel::manifests

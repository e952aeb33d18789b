#include "engine/manifests/workload_kinds.hpp"

#include <array>

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

bool contains_group(std::string_view groups, std::string_view group) {
  while (true) {
    const std::size_t bar = groups.find('|');
    if (groups.substr(0, bar) == group) return true;
    if (bar == std::string_view::npos) return false;
    groups.remove_prefix(bar + 1);
  }
}

}  // namespace

const WorkloadKind* find_workload_kind(std::string_view api_version, std::string_view kind) {
  for (const WorkloadKind& candidate : kinds) {
    if (candidate.kind != kind) continue;
    return api_version.empty() || contains_group(candidate.groups, group_of(api_version)) ? &candidate : nullptr;
  }
  return nullptr;
}

std::vector<std::string_view> pod_carrying_kinds() {
  std::vector<std::string_view> names{"Pod", "List"};
  for (const WorkloadKind& kind : kinds) names.push_back(kind.kind);
  return names;
}

}  // namespace podreel::manifests

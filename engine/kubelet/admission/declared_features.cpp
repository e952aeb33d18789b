#include "engine/kubelet/admission/declared_features.hpp"

#include "engine/api/json_member.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/syncing.hpp"

namespace podreel::kubelet {

namespace {

using nlohmann::json;

bool restarts_all(const json& container) {
  bool found = false;
  api::for_each_item(container, "restartPolicyRules", [&found](const json& rule) {
    found = found || api::string_member(rule, "action") == "RestartAllContainers";
  });
  return found;
}

bool may_restart_all(const json& spec) {
  bool found = false;
  for (const char* list : {"containers", "initContainers"}) {
    api::for_each_item(spec, list, [&found](const json& container) { found = found || restarts_all(container); });
  }
  return found;
}

}  // namespace

std::optional<std::string> missing_feature(const api::Pod& pod, const release::Behaviour& behaviour) {
  if (!behaviour.has(release::declared_features_are_checked) || pod.spec->stored == nullptr) return std::nullopt;
  if (behaviour.has(release::restart_all_containers) || !may_restart_all(*pod.spec->stored)) return std::nullopt;
  return "Pod requires node features that are not available: RestartAllContainersOnContainerExits";
}

}  // namespace podreel::kubelet

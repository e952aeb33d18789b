// The ConfigMaps and Secrets of an API, as its kubelets see them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/apiserver/api_server.hpp"
#include "scenarios/format/actions/pod_facts.hpp"

namespace podreel::controllers {

struct ConfigReference {
  apiserver::ConfigKind kind{};
  /// "namespace/name".
  std::string name{};
  /// Those that are asked for by name.
  actions::PodFacts::Names keys{};
};
/// Of a pod, or a part of one.
[[nodiscard]] std::vector<ConfigReference> config_references(const std::string& name_space, const nlohmann::json& pod);

/// What a pod, or a part of one, refers to is not there unless something has been said of it: it was made through an
/// API that has no other objects. But for the one that every namespace has, kube-root-ca.crt.
void expect_references(apiserver::ConfigObjects& objects, const std::string& name_space, const nlohmann::json& pod);
/// Assumes that what a pod of a scenario refers to is there, with every key, unless something has been said of it. The
/// API shows the keys that are asked for by name, without values.
void assume_references(apiserver::ApiServer& server, const std::string& name_space, const nlohmann::json& pod);

}  // namespace podreel::controllers

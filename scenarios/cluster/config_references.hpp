// The ConfigMaps and Secrets of an API, as its kubelets see them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/apiserver/config_objects.hpp"
#include "scenarios/cluster/object_log.hpp"
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

/// Of a ConfigMap or Secret in an API.
[[nodiscard]] ObjectId config_id(apiserver::ConfigKind kind, const std::string& name);

/// What a pod, or a part of one, refers to is not there unless something has been said of it: it was made through an
/// API that has no other objects. But for the one that every namespace has, kube-root-ca.crt.
void expect_references(apiserver::ConfigObjects& objects, const std::string& name_space, const nlohmann::json& pod);
/// The same of a pod that stands in a scenario: it is there, with every key.
void assume_references(apiserver::ConfigObjects& objects, const std::string& name_space, const nlohmann::json& pod);

/// A ConfigMap or Secret has come, has other data, or has gone; other changes are without effect.
void follow_config(apiserver::ConfigObjects& objects, const LoggedChange& change);

}  // namespace podreel::controllers

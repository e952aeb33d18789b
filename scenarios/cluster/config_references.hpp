// ConfigMaps and Secrets of an API, as its kubelets see them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/apiserver/api_server.hpp"
#include "scenarios/format/actions/pod_facts.hpp"

namespace podreel::cluster {

struct ConfigReference {
  apiserver::ConfigKind kind{};
  /// "namespace/name".
  std::string name{};
  /// Keys that are used by name.
  actions::PodFacts::Names keys{};
};
/// Returns the references of a pod, or of a part of one.
[[nodiscard]] std::vector<ConfigReference> config_references(const std::string& name_space, const nlohmann::json& pod);

/// Marks referenced objects as missing, unless they are known: all objects of this API were created through it. Exempts
/// kube-root-ca.crt, which every namespace has.
void expect_references(apiserver::ConfigObjects& objects, const std::string& name_space, const nlohmann::json& pod);
/// Assumes that referenced objects of a scenario's pod exist with every key, unless they are known. The API shows the
/// keys that are used by name, with assumed values.
void assume_references(apiserver::ApiServer& server, const std::string& name_space, const nlohmann::json& pod);

}  // namespace podreel::cluster

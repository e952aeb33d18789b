// Names of pods and containers in a scenario, checked against the pods that it creates.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/language/decoder.hpp"
#include "scenarios/language/scenario.hpp"

namespace podreel::language {

/// Keeps the name of a pod, and of a container of it, for `check_references`. `pod` may be a glob, with or without a
/// namespace (runtime_fake/glob.hpp).
void note_reference(const Place& place, api::Mark mark, std::string pod, std::string container = {});

/// The name under which the API shows a static pod of `node_name`: "kube-system/etcd-node-1".
[[nodiscard]] std::string static_pod_name(const nlohmann::json& object, const std::string& node_name);

/// The pods that a timeline ever creates ("namespace/name", static pods as the API shows them), each with the names of
/// all containers that it ever has.
using KnownPods = std::map<std::string, std::set<std::string, std::less<>>, std::less<>>;
[[nodiscard]] KnownPods pods_of_timeline(const std::vector<Step>& timeline, const std::string& node_name);

/// Reports each reference that fits no pod, or no container of the pods that it fits.
void check_references(const KnownPods& known, Reading& reading);

}  // namespace podreel::language

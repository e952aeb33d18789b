// ControllerRevisions: the templates that a StatefulSet or DaemonSet has had (pkg/controller/history).
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"

namespace podreel::controllers {

using Revision = std::shared_ptr<const nlohmann::json>;

/// Of a workload, the oldest first.
[[nodiscard]] std::vector<Revision> revisions_of(const ObjectStore& log, const nlohmann::json& owner);

/// The one of the workload's present template, which is the last one from now on, and is created if there is none.
[[nodiscard]] Revision present_revision(ClusterApi& api, const nlohmann::json& owner);

/// Deletes the oldest of those that neither pods nor `kept` name, beyond spec.revisionHistoryLimit.
void clean_up_revisions(ClusterApi& api, const nlohmann::json& owner, const std::vector<std::string>& kept);

/// The template that it holds.
[[nodiscard]] nlohmann::json template_of(const nlohmann::json& revision);

[[nodiscard]] std::string hash_of(const nlohmann::json& revision);
/// The hash of the revision that a pod was made from.
[[nodiscard]] std::string revision_hash(const StoredObject& pod);

/// Whether the workload replaces its pods by itself: spec.updateStrategy.type is RollingUpdate.
[[nodiscard]] bool rolls(const nlohmann::json& workload);

}  // namespace podreel::controllers

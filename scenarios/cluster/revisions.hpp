// ControllerRevisions: templates that a StatefulSet or DaemonSet has had (pkg/controller/history).
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"

namespace podreel::cluster {

using Revision = std::shared_ptr<const nlohmann::json>;

/// Returns the revisions of a workload, the oldest first.
[[nodiscard]] std::vector<Revision> revisions_of(const ObjectStore& log, const nlohmann::json& owner);

/// Returns the revision of the workload's present template, makes it the last one, and creates it if it does not exist.
[[nodiscard]] Revision present_revision(ClusterApi& api, const nlohmann::json& owner);

/// Deletes the oldest revisions beyond spec.revisionHistoryLimit that neither pods nor `kept` name.
void clean_up_revisions(ClusterApi& api, const nlohmann::json& owner, const std::vector<std::string>& kept);

/// Returns the template in the revision.
[[nodiscard]] nlohmann::json template_of(const nlohmann::json& revision);

[[nodiscard]] std::string hash_of(const nlohmann::json& revision);
/// Returns the hash of the pod's revision.
[[nodiscard]] std::string revision_hash(const StoredObject& pod);

/// Whether the workload replaces its pods itself: spec.updateStrategy.type is RollingUpdate.
[[nodiscard]] bool rolls(const nlohmann::json& workload);

}  // namespace podreel::cluster

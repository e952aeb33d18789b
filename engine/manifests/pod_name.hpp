// Names in a pod's object.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace podreel::manifests {

/// The pod's namespace, "default" where none is given.
[[nodiscard]] std::string namespace_of(const nlohmann::json& pod);

/// "namespace/name".
[[nodiscard]] std::string full_name(const nlohmann::json& pod);

/// The Deployment that a ReplicaSet belongs to, if it is one's: its name ends in the hash of the template, which is the
/// label pod-template-hash of its pods (pkg/controller/deployment/sync.go, getNewReplicaSet). Otherwise nothing.
[[nodiscard]] std::string_view deployment_of(std::string_view replica_set, std::string_view template_hash);

/// The CronJob that has made a Job of this name: it ends in the time that it was due, in minutes or, before that, in
/// seconds since 1970 (pkg/controller/cronjob, getJobName). Otherwise nothing.
[[nodiscard]] std::string_view cron_job_of(std::string_view job);

}  // namespace podreel::manifests

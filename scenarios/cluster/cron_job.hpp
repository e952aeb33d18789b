// Controller of CronJobs.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::cluster {

/// pkg/controller/cronjob/cronjob_controllerv2.go: creates a Job at each scheduled time, unless the policy forbids it,
/// and deletes finished Jobs except the last ones. Sleeps until the next time.
class CronJobController {
 public:
  /// `api` must outlive it.
  explicit CronJobController(ClusterApi& api);
  ~CronJobController() = default;
  CronJobController(const CronJobController&) = delete;
  CronJobController& operator=(const CronJobController&) = delete;

 private:
  /// A CronJob with its Jobs, by name.
  struct Seen {
    std::string key;
    nlohmann::json cron_job;
    std::vector<nlohmann::json> jobs{};
    /// The new status.
    nlohmann::json status{};
  };

  void on_object_change(const ObjectChange& change);
  void on_cron_job_change(const ObjectChange& change);
  void sync(const std::string& key);
  [[nodiscard]] Seen look(const std::string& key, const nlohmann::json& cron_job) const;
  /// Separates active Jobs from those that have finished or were deleted.
  void count(Seen& seen);
  void start_due(Seen& seen);
  /// Whether the policy allows a further Job; deletes Jobs that it replaces.
  [[nodiscard]] bool makes_room(Seen& seen);
  void start(Seen& seen, sim::Time due);
  void clean_up(Seen& seen, const char* type, const char* limit);
  void remove(Seen& seen, const std::string& job, const std::string& uid);
  void record_event(const Seen& seen, std::string_view type, std::string_view reason, const std::string& message);

  ClusterApi& api_;
  Reconciler queue_;
};

/// Returns the errors of a CronJob with defaults (pkg/apis/batch/validation).
[[nodiscard]] std::vector<std::string> broken_cron_job_rules(const nlohmann::json& cron_job);

}  // namespace podreel::cluster

// Missed and next times of a CronJob (pkg/controller/cronjob/utils.go).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "engine/sim/time.hpp"
#include "scenarios/cluster/cron_schedule.hpp"

namespace podreel::cluster {

struct CronTimes {
  /// The last due time without a Job.
  std::optional<sim::Time> due{};
  /// More than a hundred times were missed.
  bool are_many = false;
  /// No value if the schedule has no more times.
  std::optional<sim::Time> next{};
};

/// Returns the times of a valid CronJob.
[[nodiscard]] CronTimes times_of(const nlohmann::json& cron_job, sim::Time now);

/// Returns the schedule of a valid CronJob, and its clock's offset ahead of UTC.
[[nodiscard]] CronSchedule schedule_of(const nlohmann::json& cron_job);
[[nodiscard]] sim::Duration offset_of(const nlohmann::json& cron_job);

}  // namespace podreel::cluster

// Which times of a CronJob have been missed, and when the next one is (pkg/controller/cronjob/utils.go).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "engine/sim/time.hpp"
#include "scenarios/cluster/cron_schedule.hpp"

namespace podreel::controllers {

struct CronTimes {
  /// The last one that has come, and has not been obeyed.
  std::optional<sim::Time> due{};
  /// More than a hundred have been missed.
  bool are_many = false;
  /// No value: the schedule has no more times.
  std::optional<sim::Time> next{};
};

/// Of a valid CronJob.
[[nodiscard]] CronTimes times_of(const nlohmann::json& cron_job, sim::Time now);

/// The schedule of a valid CronJob, and how far its clock is ahead of UTC.
[[nodiscard]] CronSchedule schedule_of(const nlohmann::json& cron_job);
[[nodiscard]] sim::Duration offset_of(const nlohmann::json& cron_job);

}  // namespace podreel::controllers

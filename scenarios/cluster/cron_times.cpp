#include "scenarios/cluster/cron_times.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "scenarios/cluster/pod_template.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

/// Returns the last time up to now that is after `earliest`.
CronTimes last_due(const CronSchedule& schedule, sim::Time earliest, sim::Time now, sim::Duration offset) {
  constexpr std::int64_t many = 100;
  const auto first = schedule.next(earliest, offset);
  if (!first || now < *first) return {};
  const auto second = schedule.next(*first, offset);
  if (!second || now < *second) return {.due = first};
  const sim::Duration between = *second - *first;
  const std::int64_t missed = (now - *first) / between + 1;
  CronTimes times{.are_many = missed > many};
  const sim::Time near_the_end = *first + between * (missed - 2);
  for (auto time = schedule.next(near_the_end, offset); time && *time <= now; time = schedule.next(*time, offset)) {
    times.due = time;
  }
  return times;
}

sim::Time earliest_of(const json& cron_job) {
  const std::string last = api::string_member(cron_job.value("status", json::object()), "lastScheduleTime");
  const std::string created = api::string_member(cron_job.at("metadata"), "creationTimestamp");
  return api::parse_timestamp(last.empty() ? created : last).value_or(sim::Time{});
}

}  // namespace

CronSchedule schedule_of(const json& cron_job) {
  return std::get<CronSchedule>(CronSchedule::parse(api::string_member(cron_job.at("spec"), "schedule")));
}

sim::Duration offset_of(const json& cron_job) {
  const std::string zone = api::string_member(cron_job.at("spec"), "timeZone");
  return zone.empty() ? sim::Duration{} : offset_of_zone(zone).value_or(sim::Duration{});
}

CronTimes times_of(const json& cron_job, sim::Time now) {
  const CronSchedule schedule = schedule_of(cron_job);
  const sim::Duration offset = offset_of(cron_job);
  const sim::Time earliest = earliest_of(cron_job);
  // Regardless of the deadline, the next time follows the last one that could have been used.
  const CronTimes without_deadline = last_due(schedule, earliest, now, offset);
  const std::optional<sim::Time> next = schedule.next(without_deadline.due.value_or(earliest), offset);
  if (api::find_member(cron_job.at("spec"), "startingDeadlineSeconds") == nullptr)
    return {without_deadline.due, without_deadline.are_many, next};
  const sim::Time oldest = now - seconds_in(cron_job, "spec", "startingDeadlineSeconds");
  CronTimes times = last_due(schedule, std::max(earliest, oldest), now, offset);
  times.next = next;
  return times;
}

}  // namespace podreel::cluster

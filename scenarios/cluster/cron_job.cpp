#include "scenarios/cluster/cron_job.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "scenarios/cluster/cron_times.hpp"
#include "scenarios/cluster/job_conditions.hpp"
#include "scenarios/cluster/name_rules.hpp"
#include "scenarios/cluster/pod_template.hpp"
#include "scenarios/cluster/selection.hpp"
#include "scenarios/cluster/workload_defaults.hpp"
#include "scenarios/cluster/workload_names.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr const char* cron_jobs = "cronjobs";
/// Delay after a scheduled time, so that it has passed (nextScheduleDelta).
constexpr std::chrono::milliseconds behind_time{100};

std::string name_of(const json& object) {
  return object.at("metadata").at("name");
}

std::string uid_of(const json& object) {
  return object.at("metadata").at("uid");
}

json reference_to(const json& job) {
  const json& metadata = job.at("metadata");
  return {{"kind", "Job"},
          {"apiVersion", "batch/v1"},
          {"namespace", metadata.at("namespace")},
          {"name", metadata.at("name")},
          {"uid", metadata.at("uid")},
          {"resourceVersion", metadata.at("resourceVersion")}};
}

bool is_active(const json& status, const std::string& uid) {
  bool found = false;
  api::for_each_item(status, "active", [&](const json& each) { found = found || each.at("uid") == uid; });
  return found;
}

void forget_active(json& status, const std::string& uid) {
  if (!status.contains("active")) return;
  json kept = json::array();
  for (const json& each : status["active"]) {
    if (each.at("uid") != uid) kept.push_back(each);
  }
  status.erase("active");
  if (!kept.empty()) status["active"] = std::move(kept);
}

/// Formats the time as RFC 3339, by the CronJob's clock.
std::string local_time(sim::Time time, sim::Duration offset) {
  std::string text = api::format_timestamp(time + offset);
  const auto hours = std::chrono::duration_cast<std::chrono::hours>(offset).count();
  if (hours != 0) text.replace(text.size() - 1, 1, fmt::format("{:+03}:00", hours));
  return text;
}

/// Formats the time as Go's time.RFC1123Z: "Mon, 01 Jan 2024 00:01:00 +0000".
std::string format_time(sim::Time time) {
  using namespace std::chrono;
  constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const sys_days day{floor<std::chrono::days>(time.time_since_epoch())};
  const year_month_day date{day};
  const std::string text = api::format_timestamp(time);
  return fmt::format("{}, {} {} {} {} +0000", days.at(weekday{day}.c_encoding()), text.substr(8, 2),
                     months.at(static_cast<unsigned>(date.month()) - 1), text.substr(0, 4), text.substr(11, 8));
}

/// getJobFromTemplate2.
json job_from(const json& cron_job, sim::Time due) {
  const json& job_template = cron_job.at("spec").at("jobTemplate");
  const json given = job_template.value("metadata", json::object());
  json metadata = json::object();
  for (const char* field : {"labels", "annotations"}) {
    if (given.contains(field)) metadata[field] = given[field];
  }
  metadata["annotations"]["batch.kubernetes.io/cronjob-scheduled-timestamp"] = local_time(due, offset_of(cron_job));
  metadata["name"] = fmt::format("{}-{}", name_of(cron_job), sim::unix_seconds(due) / 60);
  metadata["namespace"] = cron_job.at("metadata").at("namespace");
  metadata["ownerReferences"] = json::array({controller_reference(cron_job)});
  return {{"apiVersion", "batch/v1"},
          {"kind", "Job"},
          {"metadata", std::move(metadata)},
          {"spec", job_template.at("spec")}};
}

}  // namespace

CronJobController::CronJobController(ClusterApi& api)
    : api_{api}, queue_{api, "cronjob-controller", [this](const std::string& key) { sync(key); }} {
  api_.store().on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void CronJobController::on_object_change(const ObjectChange& change) {
  if (change.id.resource == cron_jobs) return on_cron_job_change(change);
  if (change.id.resource != jobs) return;
  queue_.schedule_controller_of(*change.object.json, cron_jobs);
}

/// A changed schedule invalidates the next time.
void CronJobController::on_cron_job_change(const ObjectChange& change) {
  if (change.type == "DELETED") return;
  const json& after = *change.object.json;
  const auto clock_of = [](const json& object) {
    return std::pair{object.at("spec").at("schedule"), object.at("spec").value("timeZone", json{})};
  };
  const bool is_other = change.before.json && clock_of(*change.before.json) != clock_of(after);
  if (!is_other) return queue_.want(change.id.key);
  const auto next = times_of(after, api_.now()).next;
  if (next) queue_.schedule_after(change.id.key, *next + behind_time - api_.now());
}

void CronJobController::record_event(const Seen& seen, std::string_view type, std::string_view reason,
                                     const std::string& message) {
  api_.record_event(seen.cron_job, "cronjob-controller", type, reason, message);
}

CronJobController::Seen CronJobController::look(const std::string& key, const json& cron_job) const {
  Seen seen{.key = key, .cron_job = cron_job};
  seen.status = cron_job.value("status", json::object());
  for (const ObjectId& id : api_.objects().owned_by(uid_of(cron_job))) {
    if (id.resource != jobs) continue;
    const auto job = api_.find(id);
    const json* owner = controller_of(*job);
    if (owner != nullptr && api::string_member(*owner, "uid") == uid_of(cron_job)) seen.jobs.push_back(*job);
  }
  return seen;
}

void CronJobController::sync(const std::string& key) {
  const auto cron_job = api_.find({cron_jobs, key});
  if (!cron_job) return;
  Seen seen = look(key, *cron_job);
  count(seen);
  const bool is_suspended = cron_job->at("spec").value("suspend", false);
  if (!is_deleted(*cron_job) && !is_suspended) start_due(seen);
  clean_up(seen, "Complete", "successfulJobsHistoryLimit");
  clean_up(seen, "Failed", "failedJobsHistoryLimit");
  if (seen.status != cron_job->value("status", json::object())) {
    api_.update_status({cron_jobs, key}, std::move(seen.status));
  }
}

void CronJobController::count(Seen& seen) {
  for (const json& job : seen.jobs) {
    const std::string uid = uid_of(job);
    const bool is_known = is_active(seen.status, uid);
    const std::string ended = finished_condition(job);
    if (ended.empty()) {
      if (!is_known) {
        record_event(seen, "Warning", "UnexpectedJob",
                     "Saw a job that the controller did not create or forgot: " + name_of(job));
      }
      continue;
    }
    if (is_known) {
      forget_active(seen.status, uid);
      record_event(seen, "Normal", "SawCompletedJob",
                   fmt::format("Saw completed job: {}, condition: {}", name_of(job), ended));
    }
    const std::string completed = job.at("status").value("completionTime", "");
    // Times of the same format sort as texts.
    const bool is_newer = ended == "Complete" && completed > seen.status.value("lastSuccessfulTime", "");
    if (is_newer) seen.status["lastSuccessfulTime"] = completed;
  }
  for (const json& active : json(seen.status.value("active", json::array()))) {
    const std::string uid = active.at("uid");
    const bool is_there = std::ranges::any_of(seen.jobs, [&uid](const json& job) { return uid_of(job) == uid; });
    if (is_there) continue;
    record_event(seen, "Normal", "MissingJob", fmt::format("Active job went missing: {}", active.value("name", "")));
    forget_active(seen.status, uid);
  }
}

void CronJobController::start_due(Seen& seen) {
  const json& spec = seen.cron_job.at("spec");
  const CronTimes times = times_of(seen.cron_job, api_.now());
  if (!times.next) {
    return record_event(
        seen, "Warning", "InvalidSchedule",
        fmt::format("invalid schedule: {} : time difference between two schedules is less than 1 second",
                    spec.value("schedule", "")));
  }
  queue_.schedule_after(seen.key, *times.next + behind_time - api_.now());
  if (times.are_many) {
    record_event(seen, "Warning", "TooManyMissedTimes",
                 "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew");
  }
  if (!times.due) return;
  const bool has_deadline = spec.contains("startingDeadlineSeconds");
  if (has_deadline && *times.due + seconds_in(seen.cron_job, "spec", "startingDeadlineSeconds") < api_.now()) {
    return record_event(seen, "Warning", "MissSchedule",
                        "Missed scheduled time to start a job: " + format_time(*times.due));
  }
  if (seen.status.value("lastScheduleTime", "") == api::format_timestamp(*times.due)) return;
  if (makes_room(seen)) start(seen, *times.due);
}

bool CronJobController::makes_room(Seen& seen) {
  const std::string policy = seen.cron_job.at("spec").value("concurrencyPolicy", "");
  const json active = seen.status.value("active", json::array());
  if (policy == "Forbid" && !active.empty()) {
    record_event(seen, "Normal", "JobAlreadyActive",
                 "Not starting job because prior execution is running and concurrency policy is Forbid");
    return false;
  }
  if (policy == "Replace") {
    for (const json& job : active) remove(seen, job.at("name"), job.at("uid"));
  }
  return true;
}

void CronJobController::start(Seen& seen, sim::Time due) {
  json job = job_from(seen.cron_job, due);
  const std::string name = name_of(job);
  const ObjectId id{jobs, key_of(job)};
  if (api_.find(id)) return;
  if (api_.objects().all(jobs).size() >= ClusterApi::max_objects) {
    return record_event(seen, "Warning", "FailedCreate",
                        fmt::format("Error creating job: podreel keeps at most {} jobs", ClusterApi::max_objects));
  }
  job["metadata"]["uid"] = api_.new_uid(jobs, job);
  generate_job_selector(job);
  apply_workload_defaults(jobs, job, api_.pods().specs().release(), api_.pods().specs().gates());
  api_.create(jobs, std::move(job));
  record_event(seen, "Normal", "SuccessfulCreate", "Created job " + name);
  seen.status["active"].push_back(reference_to(*api_.find(id)));
  seen.status["lastScheduleTime"] = api::format_timestamp(due);
}

void CronJobController::clean_up(Seen& seen, const char* type, const char* limit) {
  std::vector<const json*> ended;
  for (const json& job : seen.jobs) {
    if (finished_condition(job) == type && !is_deleted(job)) ended.push_back(&job);
  }
  const auto kept = static_cast<std::size_t>(seen.cron_job.at("spec").value(limit, std::int64_t{0}));
  if (ended.size() <= kept) return;
  std::ranges::stable_sort(ended, {}, [](const json* job) { return job->at("status").value("startTime", ""); });
  ended.resize(ended.size() - kept);
  for (const json* job : ended) remove(seen, name_of(*job), uid_of(*job));
}

void CronJobController::remove(Seen& seen, const std::string& job, const std::string& uid) {
  const std::string name_space = seen.cron_job.at("metadata").at("namespace");
  api_.remove({jobs, name_space + '/' + job}, Propagation::background);
  forget_active(seen.status, uid);
  record_event(seen, "Normal", "SuccessfulDelete", "Deleted job " + job);
}

std::vector<std::string> broken_cron_job_rules(const json& cron_job) {
  // Names of its Jobs have eleven more letters (RFC 1123 label).
  constexpr std::size_t max_name_length = 52;
  std::vector<std::string> messages;
  const json& spec = cron_job.at("spec");
  const std::string name = name_of(cron_job);
  if (name.size() > max_name_length) {
    messages.push_back(
        fmt::format("metadata.name: Invalid value: \"{}\": must be no more than {} characters", name, max_name_length));
  }
  const std::string schedule = api::string_member(spec, "schedule");
  const auto wrong_schedule = [&](std::string_view why) {
    messages.push_back(fmt::format("spec.schedule: Invalid value: \"{}\": {}", schedule, why));
  };
  const auto parsed = CronSchedule::parse(schedule);
  if (schedule.empty()) {
    messages.emplace_back("spec.schedule: Required value");
  } else if (schedule.find("TZ") != std::string::npos) {
    wrong_schedule("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
  } else if (const auto* error = std::get_if<CronSchedule::Error>(&parsed)) {
    wrong_schedule(*error);
  }
  if (const json* zone = api::find_member(spec, "timeZone")) {
    const std::string text = *zone;
    if (!offset_of_zone(text)) {
      messages.push_back(fmt::format(
          "spec.timeZone: Invalid value: \"{}\": unknown time zone {}: UTC and Etc/GMT-14 to Etc/GMT+12 are simulated",
          text, text));
    }
  }
  check_supported(messages, "spec.concurrencyPolicy", spec.value("concurrencyPolicy", ""),
                  {"Allow", "Forbid", "Replace"});
  const json& job = spec.at("jobTemplate").at("spec");
  if (job.contains("selector")) {
    messages.push_back(
        fmt::format("spec.jobTemplate.spec.selector: Invalid value: {}: `selector` will be auto-generated",
                    job["selector"].dump()));
  }
  if (job.value("manualSelector", false)) {
    messages.emplace_back(
        "spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: \"nil\", \"false\"");
  }
  return messages;
}

}  // namespace podreel::cluster

#include "scenarios/cluster/job.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <optional>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/invariant.hpp"
#include "engine/sim/bounded_time.hpp"
#include "scenarios/cluster/job_conditions.hpp"
#include "scenarios/cluster/pod_template.hpp"
#include "scenarios/cluster/selection.hpp"
#include "scenarios/cluster/workload_names.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr std::string_view job_controller = "job-controller";
constexpr const char* index_annotation = "batch.kubernetes.io/job-completion-index";

// job_controller.go, DefaultJobPodFailureBackOff and MaxJobPodFailureBackOff.
constexpr sim::Duration first_backoff = std::chrono::seconds{10};
constexpr sim::Duration max_backoff = std::chrono::minutes{10};
// Maximum number of pods created at once (MaxPodCreateDeletePerSync).
constexpr std::int64_t max_concurrent = 500;

bool is_indexed(const json& job) {
  return job["spec"].value("completionMode", "") == "Indexed";
}

std::optional<std::int64_t> index_of(const StoredObject& pod) {
  const json annotations = pod.json->at("metadata").value("annotations", json::object());
  const std::string text = api::string_member(annotations, index_annotation);
  std::int64_t index = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), index);
  if (text.empty() || read.ec != std::errc{}) return std::nullopt;
  return index;
}

bool is_suspended(const json& job) {
  return job["spec"].value("suspend", false);
}

/// Returns "0-2,5".
std::string ranges_of(const std::set<std::int64_t>& indexes) {
  std::string text;
  for (auto at = indexes.begin(); at != indexes.end();) {
    const std::int64_t first = *at;
    std::int64_t last = first;
    while (++at != indexes.end() && *at == last + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", first);
    if (last > first) text += fmt::format("{}{}", last == first + 1 ? "," : "-", last);
  }
  return text;
}

}  // namespace

JobController::JobController(ClusterApi& api)
    : api_{api}, queue_{api, job_controller, [this](const std::string& key) { sync(key); }} {
  api_.store().on_change([this](const ObjectChange& change) { on_object_change(change); });
}

void JobController::on_object_change(const ObjectChange& change) {
  if (change.id.resource == jobs) {
    if (change.type == "DELETED") counted_.erase(api::string_member(change.object.json->at("metadata"), "uid"));
    return queue_.want(change.id.key);
  }
  if (change.id.resource != "pods") return;
  queue_.schedule_controller_of(*change.object.json, jobs);
}

void JobController::count(Counted& counted, const StoredObject& pod) const {
  const std::string uid{pod.pod->metadata.uid.view()};
  if (pod.pod->status.phase == api::PodPhase::succeeded) {
    counted.succeeded.insert(uid);
    if (const auto index = index_of(pod)) counted.indexes.insert(*index);
  }
  if (pod.pod->status.phase != api::PodPhase::failed) return;
  if (counted.failed.insert(uid).second) counted.last_failure = api_.now();
}

JobController::Seen JobController::look(const std::string& key, const json& job) {
  Seen seen{.key = key, .job = job};
  seen.counted = &counted_[api::string_member(job["metadata"], "uid")];
  for (const StoredObject* pod : pods_of(api_.objects(), job)) {
    count(*seen.counted, *pod);
    const bool has_ended = is_terminal(pod->pod->status.phase);
    if (!has_ended && pod->pod->metadata.deletion_timestamp) ++seen.terminating;
    if (!is_active(*pod)) continue;
    seen.active.push_back(pod);
    if (is_ready(*pod)) ++seen.ready;
  }
  seen.succeeded =
      static_cast<std::int64_t>(is_indexed(job) ? seen.counted->indexes.size() : seen.counted->succeeded.size());
  seen.failed = static_cast<std::int64_t>(seen.counted->failed.size());
  return seen;
}

json JobController::status_of(const Seen& seen) const {
  json status = seen.job.value("status", json::object());
  for (const auto& [field, value] : {std::pair{"active", static_cast<std::int64_t>(seen.active.size())},
                                     std::pair{"succeeded", seen.succeeded}, std::pair{"failed", seen.failed}}) {
    status.erase(field);
    if (value > 0) status[field] = value;
  }
  status["ready"] = seen.ready;
  if (is_indexed(seen.job) && !seen.counted->indexes.empty()) {
    status["completedIndexes"] = ranges_of(seen.counted->indexes);
  }
  if (!status.contains("startTime") && !is_suspended(seen.job)) status["startTime"] = api_.timestamp();
  return status;
}

void JobController::sync(const std::string& key) {
  const auto job = api_.find({jobs, key});
  if (!job || (*job)["metadata"].contains("deletionTimestamp")) return;
  if (!finished_condition(*job).empty()) return expire(key, *job);
  Seen seen = look(key, *job);
  json status = status_of(seen);
  const json& spec = (*job)["spec"];
  const auto began = api::parse_timestamp(status.value("startTime", ""));
  const bool has_deadline = spec.contains("activeDeadlineSeconds") && began;
  const sim::Time deadline =
      sim::bounded_instant(began.value_or(api_.now())) + seconds_in(*job, "spec", "activeDeadlineSeconds");
  if (seen.failed > count_in(*job, "spec", "backoffLimit", 6)) {
    return finish(seen, std::move(status), "Failed", "BackoffLimitExceeded",
                  "Job has reached the specified backoff limit");
  }
  if (has_deadline && deadline <= api_.now()) {
    return finish(seen, std::move(status), "Failed", "DeadlineExceeded",
                  "Job was active longer than specified deadline");
  }
  if (has_deadline) queue_.schedule_after(key, deadline - api_.now());
  const bool has_count = spec.contains("completions");
  const bool is_complete =
      has_count ? seen.succeeded >= count_in(*job, "spec", "completions") : seen.succeeded > 0 && seen.active.empty();
  if (is_complete) {
    return finish(seen, std::move(status), "Complete", "CompletionsReached",
                  "Reached expected number of succeeded pods");
  }
  if (is_suspended(*job)) {
    status.erase("startTime");
    set_condition(status, job_condition("Suspended", "True", "JobSuspended", "Job suspended", api_.timestamp()));
  } else if (has_condition(*job, "Suspended")) {
    set_condition(status, job_condition("Suspended", "False", "JobResumed", "Job resumed", api_.timestamp()));
  }
  const bool has_news = status != job->value("status", json::object());
  if (has_news) api_.update_status({jobs, key}, std::move(status));
  manage(seen);
}

void JobController::manage(Seen& seen) {
  const auto active = static_cast<std::int64_t>(seen.active.size());
  if (is_suspended(seen.job)) return remove_active(seen, seen.active.size());
  std::int64_t wanted = count_in(seen.job, "spec", "parallelism", 1);
  if (seen.job["spec"].contains("completions")) {
    wanted = std::min(wanted, count_in(seen.job, "spec", "completions") - seen.succeeded);
  } else if (seen.succeeded > 0) {
    wanted = std::min(wanted, active);
  }
  if (active > wanted) return remove_active(seen, static_cast<std::size_t>(active - wanted));
  // Otherwise a pod is replaced as soon as it is deleted (job_controller.go, onlyReplaceFailedPods).
  const bool waits = seen.job["spec"].value("podReplacementPolicy", "") == "Failed";
  const std::int64_t missing = wanted - active - (waits ? seen.terminating : 0);
  if (missing <= 0) return;
  if (seen.failed > 0) {
    sim::Duration pause = first_backoff;
    for (std::int64_t turn = 1; turn < seen.failed && pause < max_backoff; ++turn) pause *= 2;
    const sim::Time at = seen.counted->last_failure + std::min(pause, max_backoff);
    if (at > api_.now()) return queue_.schedule_after(seen.key, at - api_.now());
  }
  create(seen, std::min(missing, max_concurrent));
}

void JobController::create(const Seen& seen, std::int64_t pods) {
  PODREEL_INVARIANT(pods > 0 && pods <= max_concurrent, "a Job creates as many pods at once as one sync may");
  const std::string name = seen.job["metadata"]["name"];
  std::set<std::int64_t> taken = seen.counted->indexes;
  for (const StoredObject* pod : seen.active) {
    if (const auto index = index_of(*pod)) taken.insert(*index);
  }
  std::int64_t index = 0;
  for (std::int64_t made = 0; made < pods; ++made) {
    json pod = pod_from(seen.job["spec"]["template"], seen.job);
    std::string prefix = name;
    if (is_indexed(seen.job)) {
      while (taken.contains(index)) ++index;
      taken.insert(index);
      pod["metadata"]["annotations"][index_annotation] = std::to_string(index);
      pod["metadata"]["labels"][index_annotation] = std::to_string(index);
      pod["spec"]["hostname"] = fmt::format("{}-{}", name, index);
      prefix = fmt::format("{}-{}", name, index);
    }
    if (!create_pod_of(api_, seen.job, std::move(pod), prefix, job_controller)) return;
  }
}

void JobController::remove_active(const Seen& seen, std::size_t pods) {
  std::vector<std::string> names;
  for (const StoredObject* pod : seen.active) {
    if (names.size() < pods) names.push_back(api::full_name(*pod->pod));
  }
  for (const std::string& name : names) {
    api_.delete_pod(name);
    api_.record_event(seen.job, job_controller, "Normal", "SuccessfulDelete",
                      "Deleted pod: " + name.substr(name.find('/') + 1));
  }
}

void JobController::finish(const Seen& seen, json status, const char* type, const char* reason,
                           const std::string& message) {
  remove_active(seen, seen.active.size());
  const bool has_failed = std::string_view{type} == "Failed";
  const std::string now = api_.timestamp();
  if (!has_failed) {
    set_condition(status, job_condition("SuccessCriteriaMet", "True", reason, message, now));
    status["completionTime"] = now;
  } else {
    set_condition(status, job_condition("FailureTarget", "True", reason, message, now));
  }
  set_condition(status, job_condition(type, "True", reason, message, now));
  status.erase("active");
  status["ready"] = 0;
  api_.update_status({jobs, seen.key}, std::move(status));
  if (has_failed) {
    api_.record_event(seen.job, job_controller, "Warning", reason, message);
  } else {
    api_.record_event(seen.job, job_controller, "Normal", "Completed", "Job completed");
  }
}

/// pkg/controller/ttlafterfinished.
void JobController::expire(const std::string& key, const json& job) {
  if (!job["spec"].contains("ttlSecondsAfterFinished")) return;
  std::optional<sim::Time> finished;
  for (const json& known : job["status"]["conditions"]) {
    const std::string type = known.value("type", "");
    if (type == "Complete" || type == "Failed") finished = api::parse_timestamp(known.value("lastTransitionTime", ""));
  }
  if (!finished) return;
  const sim::Time due = sim::bounded_instant(*finished) + seconds_in(job, "spec", "ttlSecondsAfterFinished");
  if (due > api_.now()) return queue_.schedule_after(key, due - api_.now());
  api_.remove({jobs, key}, Propagation::foreground);
}

}  // namespace podreel::cluster

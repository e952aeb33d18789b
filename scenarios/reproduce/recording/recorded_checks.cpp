#include "scenarios/reproduce/recording/recorded_checks.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>

#include "engine/api/json_map.hpp"
#include "engine/api/json_member.hpp"
#include "engine/api/pod.hpp"
#include "engine/invariant.hpp"
#include "engine/sim/bounded_time.hpp"
#include "engine/trace/former_names.hpp"
#include "scenarios/reproduce/recording/record_from_json.hpp"
#include "scenarios/reproduce/recording/statements.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

/// Records have the first digits of container ids.
constexpr std::size_t id_digits = 8;

void shorten_ids(json& status) {
  for (const char* list : {"initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses"}) {
    if (!status.contains(list)) continue;
    for (json& container : status[list]) {
      const std::string id{api::string_member(container, "containerID")};
      if (id.empty()) continue;
      const std::size_t begin = id.find("//") == std::string::npos ? 0 : id.find("//") + 2;
      container["containerID"] = id.substr(0, begin + id_digits);
    }
  }
}

/// Feeds a recording to the checker of a scenario.
class Feed {
 public:
  Feed(format::ExpectationChecker& checker, sim::Time start) : checker_{checker}, start_{start} {}

  void take(const json& line) {
    if (line.value("kind", "") == "pod") return take_pod(line);
    auto record = record_from_json(line, start_);
    if (!record) return;
    if (std::holds_alternative<trace::Status>(record->payload)) {
      const std::string pod = record->pod;
      pending_.insert_or_assign(pod, *std::move(record));
    } else {
      checker_.write(*record);
    }
  }

 private:
  void take_pod(const json& line) {
    const sim::Time since = start_ + time_in(line);
    const std::string name = line.value("pod", "");
    const bool gone = line.value("gone", false);
    const json& object = line.at("object");
    const api::PodPtr pod = read_pod(object, since);
    take_pending(name, since, *pod);
    if (checker_.expects_pod(name)) {
      checker_.observe(name, {since, gone ? nullptr : std::make_shared<const json>(object)});
    }
    if (checker_.watches_pods()) checker_.observe(since, pod, gone);
  }

  /// A version of a pod follows the record of its status.
  void take_pending(const std::string& pod, sim::Time since, const api::Pod& version) {
    const auto pending = pending_.find(pod);
    if (pending == pending_.end() || pending->second.time != since) return;
    std::get<trace::Status>(pending->second.payload).status = std::make_shared<const api::PodStatus>(version.status);
    checker_.write(pending->second);
    pending_.erase(pending);
  }

  api::PodPtr read_pod(json object, sim::Time since) {
    if (object.contains("status")) shorten_ids(object["status"]);
    api::Pod pod = api::pod_from_json(object);
    pod.spec = shared(std::move(object["spec"]), std::move(pod.spec));
    if (pod.metadata.deletion_timestamp) {
      // The recording's API server has a clock of its own.
      const sim::Duration grace = sim::bounded_span(pod.metadata.deletion_grace_period_seconds.value_or(0));
      const std::string uid{pod.metadata.uid};
      pod.metadata.deletion_timestamp = deleted_.try_emplace(uid, since + grace).first->second;
    }
    return std::make_shared<const api::Pod>(std::move(pod));
  }

  /// Two specs differ where the pointers do.
  api::SpecPtr shared(json written, api::SpecPtr spec) {
    if (const api::SpecPtr* known = specs_.find(written)) return *known;
    return specs_.emplace(std::make_shared<const json>(std::move(written)), std::move(spec));
  }

  format::ExpectationChecker& checker_;
  sim::Time start_;
  /// By the spec as the API has it.
  api::JsonMap<api::SpecPtr> specs_;
  /// Statuses whose versions of the pod have not been read, by pod.
  std::map<std::string, trace::Record> pending_;
  /// Deletion timestamps by UID.
  std::map<std::string, sim::Time> deleted_;
};

/// Time since the start until which the recording is checked.
sim::Duration checked_length(const std::vector<json>& records, const format::Scenario& scenario) {
  sim::Duration length = records.empty() ? sim::Duration{} : time_in(records.back());
  if (const json* end = statement_in(records, "end")) length = time_in(*end);
  return scenario.duration ? std::min(length, *scenario.duration) : length;
}

}  // namespace

std::optional<sim::Time> start_of_checks(const std::vector<json>& records) {
  const json* start = statement_in(records, "start");
  if (start == nullptr || !start->contains("unixNanoseconds")) return std::nullopt;
  return sim::Time{sim::Duration{(*start)["unixNanoseconds"].get<std::int64_t>()}};
}

std::vector<format::Verdict> check_recording(const format::Scenario& scenario, std::vector<json> records) {
  for (json& record : records) trace::use_current_names(record);
  const auto start = start_of_checks(records);
  PODREEL_INVARIANT(start.has_value(), "a recording that is checked has versions of pods");
  const sim::Duration length = checked_length(records, scenario);
  format::ExpectationChecker checker{scenario, *start};
  Feed feed{checker, *start};
  for (const json& record : records) {
    if (time_in(record) <= length) feed.take(record);
  }
  return std::move(checker).verdicts(*start + length);
}

}  // namespace podreel::reproduce

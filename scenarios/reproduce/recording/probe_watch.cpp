#include "scenarios/reproduce/recording/probe_watch.hpp"

#include <algorithm>
#include <utility>

#include "scenarios/reproduce/recording/record_fields.hpp"

namespace podreel::reproduce {

namespace {

/// Seconds within which a result is known.
constexpr double max_latency = 0.5;

double recorded_at(const nlohmann::json& record) {
  return field_number(record, "t");
}

double answered_at(const nlohmann::json& execution) {
  return recorded_at(execution) + field_number(execution, "dur_ms") / 1000;
}

bool is_execution(const nlohmann::json& record) {
  return field_text(record, "op") == "ExecSync" && record.contains("command");
}

/// Returns the name of the container: that in the path of an event's object, or that of the field.
std::string container_in(const nlohmann::json& record) {
  const std::string path = field_text(record, "fieldPath");
  const std::size_t open = path.find('{');
  if (open == std::string::npos) return field_text(record, "container");
  return path.substr(open + 1, path.find('}') - open - 1);
}

std::string pod_and_container_in(const nlohmann::json& record) {
  return field_text(record, "pod") + '/' + container_in(record);
}

/// The last commands that were executed in containers.
class LastCommands {
 public:
  void add(const nlohmann::json& execution) {
    Last& last = of_[pod_and_container_in(execution)];
    last.is_alone = answered_at(execution) - last.answered > max_latency;
    last.answered = answered_at(execution);
    last.command = execution["command"].dump();
  }

  /// Returns the only one that may have the result; null if there are none, or several.
  [[nodiscard]] const std::string* only_one(const nlohmann::json& result) const {
    const auto last = of_.find(pod_and_container_in(result));
    const bool is_known =
        last != of_.end() && last->second.is_alone && recorded_at(result) - last->second.answered <= max_latency;
    return is_known ? &last->second.command : nullptr;
  }

 private:
  struct Last {
    std::string command;
    double answered = -max_latency;
    /// No other one was answered shortly before.
    bool is_alone = true;
  };
  std::map<std::string, Last> of_;
};

}  // namespace

ProbedPods::ProbedPods(const std::vector<nlohmann::json>& records)
    : has_results_{std::ranges::any_of(
          records, [](const nlohmann::json& record) { return field_text(record, "kind") == "probe"; })} {
  LastCommands commands;
  for (const nlohmann::json& record : records) {
    if (is_execution(record)) commands.add(record);
    const std::optional<std::string> type = probe_with_result(record);
    const std::string* command = type ? commands.only_one(record) : nullptr;
    if (command == nullptr) continue;
    const auto [known, is_new] = types_.try_emplace({pod_and_container_in(record), *command}, type);
    if (!is_new && known->second != type) known->second.reset();
  }
}

void ProbedPods::follow(const nlohmann::json& record) {
  if (field_text(record, "op") != "pod_created") return;
  const std::string name = field_text(record, "pod");
  uid_of_[name] = uids_.next(name).view();
}

std::string ProbedPods::uid_in(const nlohmann::json& record) const {
  const std::string name = field_text(record, "pod");
  const auto uid = uid_of_.find(name);
  return name.empty() || uid == uid_of_.end() ? "" : uid->second;
}

std::optional<std::string> ProbedPods::probe_with_result(const nlohmann::json& record) const {
  const std::string kind = field_text(record, "kind");
  if (kind == "probe") return field_text(record, "probe");
  if (has_results_ || kind != "event" || field_text(record, "reason") != "Unhealthy") return std::nullopt;
  const std::string message = field_text(record, "message");
  return message.substr(0, message.find(' '));
}

std::optional<std::string> ProbedPods::executing_probe(const nlohmann::json& record) const {
  if (!is_execution(record)) return std::nullopt;
  const auto known = types_.find({pod_and_container_in(record), record["command"].dump()});
  return known == types_.end() ? std::nullopt : known->second;
}

void ProbeWatch::add(const nlohmann::json& record) {
  const std::string op = field_text(record, "op");
  if (field_text(record, "kind") == "sync" && op == "enter") syncs_[pods_.uid_in(record)].began = recorded_at(record);
  if (op == "RunPodSandbox") add_sandbox(record);
  if (op == "StartContainer")
    attempts_[pods_.uid_in(record) + '/' + container_in(record)] = field_number(record, "attempt");
  if (op == "ExecSync") add_execution(record);
  if (const auto type = pods_.probe_with_result(record)) add_result(record, *type);
}

void ProbeWatch::add_sandbox(const nlohmann::json& record) {
  const std::string uid = pods_.uid_in(record);
  const auto sync = syncs_.find(uid);
  if (sync == syncs_.end() || sync->second.had_sandbox) return;
  sync->second.had_sandbox = true;
  setups_.push_back({.uid = uid, .synced = sync->second.began, .ended = recorded_at(record)});
}

void ProbeWatch::add_execution(const nlohmann::json& record) {
  const std::optional<std::string> type = pods_.executing_probe(record);
  if (!type) return;
  const std::string uid = pods_.uid_in(record);
  const std::string container = uid + '/' + container_in(record);
  RecordedProbe probe{.key = container + '/' + *type, .answered = answered_at(record)};
  const auto sync = syncs_.find(uid);
  if (sync != syncs_.end()) probe.after_sync = recorded_at(record) - sync->second.began;
  const auto started = attempts_.find(container);
  probe.is_outdated = started != attempts_.end() && field_number(record, "attempt") < started->second;
  open_[probe.key] = probes_.size();
  probes_.push_back(std::move(probe));
}

void ProbeWatch::add_result(const nlohmann::json& record, const std::string& type) {
  const auto open = open_.find(pods_.uid_in(record) + '/' + container_in(record) + '/' + type);
  if (open == open_.end()) return;
  RecordedProbe& probe = probes_[open->second];
  if (recorded_at(record) - probe.answered <= max_latency) probe.known = recorded_at(record);
  open_.erase(open);
}

}  // namespace podreel::reproduce

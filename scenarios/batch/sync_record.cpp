#include "scenarios/batch/sync_record.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace podreel::batch {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

bool is_kill(const ScriptedRuntime::Call& call) {
  const std::string& op = call.record["op"].get_ref<const std::string&>();
  return op == "StopContainer" || op == "ExecSync";
}

/// Numbers the calls of one kill phase: a call that began after the end of all calls of the group starts a new group,
/// unless upstream leaves the order open; within a group calls are sorted by container.+
void group_kills(std::vector<ScriptedRuntime::Call>::iterator begin, std::vector<ScriptedRuntime::Call>::iterator end,
                 bool in_parallel) {
  int group = 0;
  std::uint64_t last_answer = 0;
  for (auto call = begin; call != end; ++call) {
    if (in_parallel && call != begin && call->requested > last_answer) ++group;
    last_answer = std::max(last_answer, call->answered);
    call->record["group"] = group;
  }
  std::stable_sort(begin, end, [](const ScriptedRuntime::Call& left, const ScriptedRuntime::Call& right) {
    const auto key = [](const json& record) {
      return std::pair{record["group"].get<int>(), record["name"].get<std::string>()};
    };
    return key(left.record) < key(right.record);
  });
}

json calls_of(std::vector<ScriptedRuntime::Call> calls, bool kills_in_parallel) {
  for (auto begin = calls.begin(); begin != calls.end();) {
    begin = std::find_if(begin, calls.end(), is_kill);
    const auto end = std::find_if_not(begin, calls.end(), is_kill);
    const auto names_another = [&begin](const ScriptedRuntime::Call& call) {
      return call.record["name"] != begin->record["name"];
    };
    if (std::any_of(begin, end, names_another)) group_kills(begin, end, kills_in_parallel);
    begin = end;
  }
  json records = json::array();
  for (ScriptedRuntime::Call& call : calls) records.push_back(std::move(call.record));
  return records;
}

/// Sorts every run of items of a kill phase, by `key`.
template <class IsKill, class Key>
void sort_kills(std::vector<json>& items, const IsKill& belongs_to_kill, const Key& key) {
  for (auto begin = items.begin(); begin != items.end();) {
    begin = std::find_if(begin, items.end(), belongs_to_kill);
    const auto end = std::find_if_not(begin, items.end(), belongs_to_kill);
    std::stable_sort(begin, end, [&key](const json& left, const json& right) { return left[key] < right[key]; });
    begin = end;
  }
}

json results_of(const sync::PodSyncResult& result) {
  std::vector<json> records;
  for (const sync::SyncResult& step : result.results) {
    json record{{"action", to_string(step.action)}, {"target", step.target}, {"error", nullptr}, {"message", ""}};
    if (step.failure) {
      record["error"] = step.failure->error;
      record["message"] = step.failure->message;
    }
    records.push_back(std::move(record));
  }
  sort_kills(
      records, [](const json& record) { return record["action"] == "KillContainer"; }, "target");
  return records;
}

void replace_once(std::string& text, std::string_view from, std::string_view to) {
  if (const std::size_t at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
}

/// Pulls take no time here; the recordings show durations as <DURATION>.
json events_of(std::vector<json> events) {
  for (json& event : events) {
    if (event["reason"] != "Pulled") continue;
    std::string message = event["message"];
    replace_once(message, "\" in 0s", "\" in <DURATION>");
    replace_once(message, "(0s including waiting)", "(<DURATION> including waiting)");
    event["message"] = message;
  }
  const auto belongs_to_kill = [](const json& event) {
    return event["reason"] == "Killing" || event["reason"] == "FailedPreStopHook";
  };
  sort_kills(events, belongs_to_kill, "object");
  return events;
}

}  // namespace

ordered_json sync_record(const SyncCase& sync_case, const sync::SyncOutcome& outcome, const ScriptedRuntime& runtime,
                         std::vector<json> events) {
  ordered_json record;
  record["id"] = sync_case.situation.id;
  record["step"] = sync_case.step;
  if (outcome.panic) {
    record["panic"] = outcome.panic->message;
    return record;
  }
  record["calls"] = calls_of(runtime.calls(), outcome.actions.kill_pod);
  record["results"] = results_of(outcome.result);
  if (outcome.result.sync_error) record["syncError"] = *outcome.result.sync_error;
  record["events"] = events_of(std::move(events));
  record["state"] = runtime.state();
  return record;
}

}  // namespace podreel::batch

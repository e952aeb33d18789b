#include "scenarios/reproduce/recording/falsification.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "scenarios/reproduce/recording/comparable_text.hpp"
#include "scenarios/reproduce/recording/record_fields.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

constexpr std::array all_falsifications{
    Falsification{"a start becomes a stop", "StartContainer", Edit::set_text, "/op", "StopContainer"},
    Falsification{"a start is missing", "StartContainer", Edit::remove},
    Falsification{"a start is repeated", "StartContainer", Edit::repeat},
    Falsification{"another pod starts", "StartContainer", Edit::repeat_for_other_pod},
    Falsification{"a start is 5 s late", "StartContainer", Edit::delay, "", "", 5},
    Falsification{"a container has another name", "CreateContainer", Edit::set_text, "/container", "other"},
    Falsification{"a container has another image", "CreateContainer", Edit::set_text, "/image", "other:9"},
    Falsification{"a container has another hash", "CreateContainer", Edit::set_text, "/hash", "deadbeef"},
    Falsification{"a container has another attempt", "CreateContainer", Edit::add_number, "/attempt", "", 1},
    Falsification{"a creation fails", "CreateContainer", Edit::set_text, "/error", "no"},
    Falsification{"a creation and the next call are swapped", "CreateContainer", Edit::swap_with_next},
    Falsification{"a sandbox has another attempt", "RunPodSandbox", Edit::add_number, "/sandbox_attempt", "", 1},
    Falsification{"a sandbox is missing", "RunPodSandbox", Edit::remove},
    Falsification{"a stop has another timeout", "StopContainer", Edit::add_number, "/timeout", "", 3},
    Falsification{"a stop takes 5 s more", "StopContainer", Edit::add_number, "/dur_ms", "", 5000},
    Falsification{"a sandbox is not stopped", "StopPodSandbox", Edit::remove},
    Falsification{"a sandbox is not removed", "RemovePodSandbox", Edit::remove},
    Falsification{"a status is missing", "status", Edit::remove},
    Falsification{"a status is 5 s late", "status", Edit::delay, "", "", 5},
    Falsification{"a phase differs", "status", Edit::set_text, "/phase", "Unknown"},
    Falsification{"a condition differs", "status", Edit::set_text, "/conditions/Ready", "Unknown"},
    Falsification{"a restart count differs", "status", Edit::add_number, "/containers/0/restartCount", "", 1},
    Falsification{"a reported exit code differs", "status", Edit::add_number, "/containers/0/state/terminated/exitCode",
                  "", 9},
    Falsification{"an exit code differs", "environment", Edit::add_number, "/exitCode", "", 9},
    Falsification{"an event has another reason", "event", Edit::set_text, "/reason", "Other"},
    Falsification{"an event has another message", "event", Edit::set_text, "/message", "other"},
    Falsification{"an event is missing", "event", Edit::remove},
    Falsification{"a written event has another reason", "eventWrite", Edit::set_text, "/reason", "Other"},
    Falsification{"a probe has another result", "ExecSync", Edit::add_number, "/exitCode", "", 1},
};

bool is_of(const json& record, std::string_view what) {
  if (field_text(record, "kind") == "runtime") return field_text(record, "op") == what && !record.contains("error");
  return field_text(record, "kind") == what;
}

bool is_same_pod(const json& one, const json& other) {
  return field_text(one, "pod") == field_text(other, "pod");
}

/// Text by which runs are collapsed.
std::string run_text(const json& record) {
  return field_text(record, "kind") == "status" ? status_text(record, true) : event_text(record);
}

/// Returns whether a run of the record's like would hide that it is missing.
bool is_in_run(const Records& records, std::size_t index) {
  const json& record = records[index];
  const std::string kind = field_text(record, "kind");
  if (kind != "status" && kind != "event") return false;
  const std::string text = run_text(record);
  return std::ranges::count_if(records, [&](const json& other) {
           return field_text(other, "kind") == kind && is_same_pod(other, record) && run_text(other) == text;
         }) > 1;
}

bool is_start(const json& record) {
  const std::string op = field_text(record, "op");
  return op == "RunPodSandbox" || op == "CreateContainer" || op == "StartContainer";
}

bool can_be_swapped(const Records& records, std::size_t index) {
  return index + 1 < records.size() && is_start(records[index]) && is_start(records[index + 1]) &&
         is_same_pod(records[index], records[index + 1]) && call_text(records[index]) != call_text(records[index + 1]);
}

bool is_place_for(const Falsification& change, const Records& records, std::size_t index) {
  const json& record = records[index];
  if (!is_of(record, change.record)) return false;
  const json::json_pointer field{change.field};
  switch (change.edit) {
    case Edit::add_number:
      return record.contains(field);
    case Edit::set_text:
      return std::string_view{change.field} == "/error" || record.contains(field);
    case Edit::swap_with_next:
      return can_be_swapped(records, index);
    case Edit::remove:
    case Edit::delay:
      return !is_in_run(records, index);
    default:
      return true;
  }
}

void delay_from(Records& records, double from, double seconds) {
  for (json& record : records) {
    if (record.value("t", 0.0) >= from) record["t"] = record.value("t", 0.0) + seconds;
  }
}

void repeat(Records& records, std::size_t place, bool for_other_pod) {
  json copy = records[place];
  if (for_other_pod) copy["pod"] = "default/other";
  records.insert(records.begin() + static_cast<std::ptrdiff_t>(place) + 1, std::move(copy));
}

void swap_with_next(Records& records, std::size_t place) {
  std::swap(records[place], records[place + 1]);
  std::swap(records[place]["t"], records[place + 1]["t"]);
}

}  // namespace

std::span<const Falsification> falsifications() {
  return all_falsifications;
}

std::vector<std::size_t> places_for(const Falsification& change, const Records& records) {
  std::vector<std::size_t> places;
  for (std::size_t index = 0; index < records.size(); ++index) {
    if (is_place_for(change, records, index)) places.push_back(index);
  }
  return places;
}

Records falsified(Records records, const Falsification& change, std::size_t place) {
  const json::json_pointer field{change.field};
  switch (change.edit) {
    case Edit::set_text:
      records[place][field] = change.text;
      break;
    case Edit::add_number:
      records[place][field] = records[place][field].get<int>() + change.number;
      break;
    case Edit::remove:
      records.erase(records.begin() + static_cast<std::ptrdiff_t>(place));
      break;
    case Edit::repeat:
    case Edit::repeat_for_other_pod:
      repeat(records, place, change.edit == Edit::repeat_for_other_pod);
      break;
    case Edit::swap_with_next:
      swap_with_next(records, place);
      break;
    case Edit::delay:
      delay_from(records, records[place].value("t", 0.0), change.number);
      break;
  }
  std::ranges::stable_sort(records, {}, [](const json& record) { return record.value("t", 0.0); });
  return records;
}

}  // namespace podreel::reproduce

#include "scenarios/batch/sync_cases.hpp"

#include <algorithm>
#include <utility>

#include "scenarios/batch/json_field.hpp"

namespace podreel::batch {

namespace {

InjectedFault fault_from(const JsonField& field) {
  InjectedFault fault;
  const JsonField op = field.at("op");
  fault.op = op.text();
  const auto known = faultable_operations();
  if (std::ranges::find(known, fault.op) == known.end()) {
    const std::string_view nearest = api::nearest_name(fault.op, {known.begin(), known.end()});
    op.fail(nearest.empty() ? "a runtime call such as StopContainer"
                            : "a runtime call (" + std::string{nearest} + "?)");
  }
  if (const std::optional<JsonField> match = field.find("match")) fault.match = match->text();
  fault.error = field.at("error").text();
  if (const std::optional<JsonField> times = field.find("times")) fault.times = times->count();
  return fault;
}

void read_run(const JsonField& line, SyncCase& sync_case) {
  if (const std::optional<JsonField> step = line.find("step")) sync_case.step = step->count();
  if (const std::optional<JsonField> steps = line.find("steps")) sync_case.steps = steps->count();
  if (sync_case.step >= sync_case.steps) line.at("step").fail("less than steps");
  if (const std::optional<JsonField> images = line.find("images")) {
    for (std::size_t i = 0; i < images->size(); ++i) sync_case.images.push_back(images->item(i).text());
  }
  if (const std::optional<JsonField> now = line.find("now")) sync_case.now = sim::from_unix_seconds(now->integer());
  if (const std::optional<JsonField> faults = line.find("inject")) {
    for (std::size_t i = 0; i < faults->size(); ++i) sync_case.faults.push_back(fault_from(faults->item(i)));
  }
  if (const std::optional<JsonField> requested = line.find("podTerminationRequested")) {
    sync_case.termination_requested = requested->boolean();
  }
}

}  // namespace

std::optional<SyncCase> read_sync_case(std::string_view text, const std::string& file, int line,
                                       std::vector<api::Problem>& problems) {
  std::optional<DecideCase> situation = read_decide_case(text, file, line, problems);
  if (!situation) return std::nullopt;
  SyncCase sync_case;
  sync_case.situation = *std::move(situation);
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    read_run(JsonField(json, ""), sync_case);
  } catch (const FormatError& error) {
    problems.push_back({file, {line, 1}, error.path(), error.what()});
    return std::nullopt;
  }
  return sync_case;
}

}  // namespace podreel::batch

// Lists of choices, and a replay that takes them.
#include <chrono>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/jsonl/choice_list.hpp"
#include "tests/fuzz/brief_replay.hpp"
#include "tests/fuzz/target.hpp"

namespace podreel::fuzz {

namespace {

/// A container that crashes, one that is probed, and a deletion.
constexpr std::string_view busy_pod = R"({
  "apiVersion": "podreel.dev/v1alpha1", "kind": "Scenario", "metadata": {"name": "choices"},
  "spec": {
    "runtime": {"pods": [{"name": "web", "containers": [{"name": "app", "runs": [{"for": "1s", "exitCode": 1}]}]}]},
    "timeline": [
      {"at": "0s", "createPod": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": {"containers": [
        {"name": "app", "image": "a:1"},
        {"name": "probed", "image": "b:1", "readinessProbe": {"periodSeconds": 1, "exec": {"command": ["ready"]}}}]}}},
      {"at": "7s", "deletePod": {"name": "web", "gracePeriodSeconds": 1}}]}})";

void read_and_take(std::string_view input) {
  static const format::Loaded loaded =
      format::load_scenarios(api::load_documents(busy_pod, "choices.json"), "choices.json");
  std::vector<api::Problem> problems;
  simulation::ReplayOptions options;
  options.until = std::chrono::seconds{10};
  options.record_choices = true;
  options.choices = jsonl::read_choices(std::string{input}, "choices.jsonl", problems);
  for (const api::Problem& problem : problems) static_cast<void>(api::to_string(problem));
  if (options.choices.empty()) return;
  constexpr std::size_t max_instants = 2'000;
  const BriefReplay replayed = replay_briefly(loaded.scenarios.front(), max_instants, std::move(options));
  require(replayed.negative_span.empty(), "a negative span", input);
}

const AddedTarget added_choices{"choices", read_and_take};

}  // namespace

}  // namespace podreel::fuzz

// Recordings of kubelets, and what is made of them.
#include <chrono>
#include <nlohmann/json.hpp>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/reproduce/recording/mechanisms.hpp"
#include "scenarios/reproduce/recording/recorded_checks.hpp"
#include "scenarios/reproduce/recording/recording.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/cli/reproduce/recording_input.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::fuzz {

namespace {

/// A pod with all kinds of containers, and expectations of records and of pods.
constexpr std::string_view recorded_pod = R"({
  "apiVersion": "podreel.dev/v1alpha1", "kind": "Scenario", "metadata": {"name": "recorded"},
  "spec": {
    "duration": "1m",
    "timeline": [
      {"at": "0s", "createPod": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": {
        "initContainers": [{"name": "init", "image": "a:1"}], "containers": [{"name": "app", "image": "a:1"}]}}}],
    "expect": [
      {"keeps": "ended-containers-run-once"},
      {"call": {"op": "StartContainer", "container": "app"}, "count": 1},
      {"event": {"reason": "Started"}},
      {"pod": "web", "matches": {"status": {"phase": "Running"}}}]}})";

void read_and_judge(std::string_view input) {
  static const format::Loaded loaded =
      format::load_scenarios(api::load_documents(recorded_pod, "recorded.json"), "recorded.json");
  const format::Scenario& scenario = loaded.scenarios.at(0);
  const MemoryFile file{input};
  try {
    const std::vector<nlohmann::json> records = cli::read_records(file.path());
    const auto recording = reproduce::recording_of(scenario, records, {});
    require(reproduce::count_events(recording.timeline) <= records.size(), "more events than records", input);
    static_cast<void>(reproduce::mechanisms_in(scenario, records, *scenario.duration));
    if (reproduce::start_of_checks(records)) static_cast<void>(reproduce::check_recording(scenario, records));
  } catch (const cli::BadInput&) {
  }
}

const AddedTarget added_recordings{"recordings", read_and_judge};

}  // namespace

}  // namespace podreel::fuzz

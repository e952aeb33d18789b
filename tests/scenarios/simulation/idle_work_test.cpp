#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/trace/json_line.hpp"
#include "scenarios/language/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/conformance.hpp"

namespace podreel::simulation {

namespace {

namespace fs = std::filesystem;

/// The lines of a timeline, and how many events it took.
struct Run final : trace::Sink {
  explicit Run(sim::Time begin) : start{begin} {}
  void write(const trace::Record& record) override {
    std::string line;
    trace::append_json_line(line, record, start);
    lines.push_back(std::move(line));
  }

  sim::Time start;
  std::vector<std::string> lines;
  std::uint64_t events = 0;
};

Run run(const language::Scenario& scenario, std::uint64_t seed, bool skip, bool explain) {
  ReplayOptions options;
  options.seed = seed;
  options.skip_idle_work = skip;
  options.explain = explain;
  Run result{start_time(scenario, options)};
  options.sinks = {&result};
  result.events = replay(scenario, options).events_run;
  return result;
}

void append_scenarios(std::vector<fs::path>& files, const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator{folder}) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
}

/// The catalogue, and the recorded scenarios where they are at hand.
std::vector<fs::path> scenario_files() {
  std::vector<fs::path> files;
  append_scenarios(files, fs::path{PODREEL_SOURCE_DIR} / "scenarios");
  if (const auto folder = testing::conformance_folder()) append_scenarios(files, *folder / "timeline" / "scenarios");
  std::ranges::sort(files);
  return files;
}

/// As it is written, and on a kubelet whose pod workers have no stages.
std::vector<language::Scenario> scenarios_of(const fs::path& file) {
  std::vector<language::Scenario> scenarios = language::load_scenario_file(file.string()).scenarios;
  const std::size_t written = scenarios.size();
  for (std::size_t index = 0; index < written; ++index) {
    language::Scenario older = scenarios[index];
    older.node.kubelet.version = release::parse_release("1.19").value();
    older.node.kubelet.feature_gates = {};
    scenarios.push_back(std::move(older));
  }
  return scenarios;
}

}  // namespace

TEST_CASE("work that is accounted for leaves the same records as work that is executed") {
  std::size_t runs = 0;
  std::uint64_t executed_events = 0;
  std::uint64_t events = 0;
  for (const fs::path& file : scenario_files()) {
    CAPTURE(file.string());
    for (const language::Scenario& scenario : scenarios_of(file)) {
      for (const std::uint64_t seed : {1U, 2U}) {
        CAPTURE(seed);
        const Run accounted = run(scenario, seed, true, seed == 1);
        const Run executed = run(scenario, seed, false, seed == 1);
        const auto parted = std::ranges::mismatch(accounted.lines, executed.lines);
        if (parted.in1 != accounted.lines.end())
          CHECK(*parted.in1 == (parted.in2 == executed.lines.end() ? "" : *parted.in2));
        CHECK(accounted.lines.size() == executed.lines.size());
        CHECK(accounted.events <= executed.events);
        events += accounted.events;
        executed_events += executed.events;
        ++runs;
      }
    }
  }
  CHECK(runs > 100);
  MESSAGE(runs << " runs have the same records: " << events << " events instead of " << executed_events);
}

}  // namespace podreel::simulation

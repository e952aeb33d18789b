// Distributions of intervals in recordings and in podreel's timelines of the same scenarios.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/trace/former_names.hpp"
#include "support/conformance.hpp"
#include "support/json_lines.hpp"
#include "support/record_intervals.hpp"
#include "support/recorded_run.hpp"
#include "support/recorded_scenario.hpp"
#include "support/recorded_timeline.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

void add_recorded(const fs::path& file, IntervalSamples& samples) {
  std::vector<nlohmann::json> records = read_json_lines(file);
  for (nlohmann::json& record : records) trace::use_current_names(record);
  add_intervals(records, samples);
}

/// Quantiles in milliseconds.
std::string quantiles(std::vector<double> samples) {
  std::ranges::sort(samples);
  const auto at = [&samples](std::size_t percent) { return samples[(samples.size() - 1) * percent / 100] * 1000; };
  return fmt::format("{:6.1f} {:6.1f} {:6.1f}", at(10), at(50), at(90));
}

}  // namespace

/// A machine differs from run to run: two recorded runs of one release are up to 0.32 apart.
TEST_CASE("intervals that the machine decides are distributed as those of recorded kubelets") {
  constexpr double max_distance = 0.32;
  const auto folder = conformance_folder();
  if (!folder) {
    MESSAGE("no recordings found: intervals are not compared");
    return;
  }
  IntervalSamples recorded;
  IntervalSamples simulated;
  std::uint64_t seed = 0;
  for (const std::string_view recordings : all_recordings) {
    for (const std::string& id : sample_of(recorded_timelines(*folder / "timeline", recordings))) {
      try {
        const RecordedTimeline recording = read_recorded_timeline(*folder / "timeline", id);
        add_recorded(*folder / "timeline" / recordings / (id + ".jsonl"), recorded);
        add_intervals(json_records(recording.scenario, ++seed), simulated);
      } catch (const UnreadableScenario&) {
        continue;
      }
    }
  }
  std::string table = fmt::format("\n{:40} {:>22}   {:>22} {:>8}\n", "milliseconds at 10 %, 50 %, 90 %", "recorded",
                                  "podreel", "distance");
  for (const auto& interval : recorded) {
    const std::string& name = interval.first;
    const std::vector<double>& samples = interval.second;
    CAPTURE(name);
    REQUIRE(simulated.contains(name));
    const double distance = distance_between(samples, simulated.at(name));
    table += fmt::format("{:40} {:>22}   {:>22} {:8.2f}\n", name, quantiles(samples), quantiles(simulated.at(name)),
                         distance);
    CHECK(distance <= max_distance);
  }
  MESSAGE(table);
}

}  // namespace podreel::testing

// Counterexamples are played at the instants that were observed, and judged by their recordings.
#include "tools/cli/conform/finding.hpp"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/pod_recording.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace {

using namespace std::chrono_literals;
using nlohmann::json;

const release::Release kubelet = release::parse_release("1.36").value();

/// A container that ends after 10s; its record disappears at `lost`, and it runs again if no relist came before.
std::string lost_record(const std::string& lost, const std::string& calls = {}) {
  return R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: lost}
spec:
  duration: 15s
  runtime: {pods: [{name: job, containers: [{name: work, runs: [{for: 10s}]}]}])" +
         calls + R"(}
  timeline:
    - at: 0s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: job}
        spec:
          restartPolicy: Never
          initContainers: [{name: proxy, image: "proxy:1", restartPolicy: Always}]
          containers: [{name: work, image: "work:1"}]
    - {at: )" +
         lost +
         R"(, removeContainer: {pod: default/job, container: work}}
  expect: [{keeps: ended-containers-run-once}]
)";
}

/// A file of one test.
class FindingFile {
 public:
  explicit FindingFile(const std::string& text) { std::ofstream{path()} << text; }
  [[nodiscard]] std::string path() const { return folder_ / "finding.yaml"; }
  [[nodiscard]] Finding read() const { return read_finding(path(), kubelet); }

 private:
  testing::ScratchFolder folder_;
};

std::string refusal_of(const std::string& text) {
  try {
    static_cast<void>(FindingFile{text}.read());
  } catch (const BadInput& bad) {
    return bad.what();
  }
  return {};
}

std::vector<json> recorded(const Finding& finding, std::uint64_t seed) {
  simulation::ReplayOptions options;
  options.seed = seed;
  return testing::recording_with_pods(finding.scenario, std::move(options));
}

/// Returns the first seed under which the finding has this outcome.
std::uint64_t seed_with(const Finding& finding, FindingOutcome outcome) {
  for (std::uint64_t seed = 1; seed <= 64; ++seed) {
    if (judge_finding(finding, recorded(finding, seed)).outcome == outcome) return seed;
  }
  return 0;
}

std::string text_at(const Finding& finding, const char* pointer) {
  return finding.workload.document.at(nlohmann::ordered_json::json_pointer{pointer});
}

/// The recording of a kubelet that does nothing more once the record is lost at 10.1 s.
std::vector<json> recorded_without_reaction(const Finding& finding, std::uint64_t seed) {
  std::vector<json> records = recorded(finding, seed);
  std::erase_if(records, [](const json& record) {
    return record.at("t").get<double>() > 10.1 && record.at("kind") != "recording" &&
           record.value("what", "") != "container_removed";
  });
  return records;
}

}  // namespace

TEST_CASE("a recording that violates the expectation confirms the finding") {
  const Finding finding = FindingFile{lost_record("10.1s")}.read();
  CHECK(finding.name == "lost");
  const std::uint64_t seed = seed_with(finding, FindingOutcome::confirmed);
  REQUIRE(seed != 0);
  const FindingVerdict verdict = judge_finding(finding, recorded(finding, seed));
  CHECK(verdict.detail.starts_with("ended-containers-run-once: default/job/work runs again"));
}

TEST_CASE("a fault that comes after the relist does not reach its instant") {
  const Finding finding = FindingFile{lost_record("10.1s")}.read();
  // The record is lost later than any relist.
  Finding late = delayed(finding, 1500ms);
  const FindingVerdict verdict = judge_finding(late, recorded(late, 1));
  CHECK(verdict.outcome == FindingOutcome::not_reached);
  CHECK(verdict.detail.find("before the fault at 11.600s") != std::string::npos);
}

TEST_CASE("a kubelet that behaves although the instant was reached refutes the finding") {
  const Finding finding = FindingFile{lost_record("10.1s")}.read();
  const std::uint64_t seed = seed_with(finding, FindingOutcome::confirmed);
  REQUIRE(seed != 0);
  const FindingVerdict verdict = judge_finding(finding, recorded_without_reaction(finding, seed));
  CHECK_MESSAGE(verdict.outcome == FindingOutcome::not_confirmed, verdict.detail);
}

TEST_CASE("a recording that ends before a late kubelet came to the violation says nothing about it") {
  const Finding finding =
      FindingFile{lost_record("10.1s", ", calls: [{call: CreateContainer, from: 10s, takes: 2s}]")}.read();
  const std::uint64_t seed = seed_with(finding, FindingOutcome::confirmed);
  REQUIRE(seed != 0);
  std::vector<json> records = recorded(finding, seed);
  const auto follows = [](const json& record) { return record.at("t").get<double>() > 10.1; };
  const auto creation = std::ranges::find_if(
      records, [&](const json& record) { return follows(record) && record.value("op", "") == "CreateContainer"; });
  REQUIRE(creation != records.end());
  // The container would start two seconds later.
  const double late = 14 - creation->at("t").get<double>();
  for (json& record : records) {
    if (follows(record) && record.at("kind") != "recording") record["t"] = record["t"].get<double>() + late;
  }
  std::erase_if(records, [](const json& record) { return record.at("t").get<double>() > 15; });
  const FindingVerdict verdict = judge_finding(finding, records);
  CHECK_MESSAGE(verdict.outcome == FindingOutcome::not_reached, verdict.detail);
  CHECK_MESSAGE(verdict.detail.starts_with("the recording ended before the kubelet came that far: it was 3."),
                verdict.detail);
}

TEST_CASE("a recording whose kubelet makes no call while the fault lasts says nothing about it") {
  const std::string calls = ", calls: [{call: CreateContainer, container: work, from: 10s, until: 13s, takes: 100ms}]";
  const Finding finding = FindingFile{lost_record("10.1s", calls)}.read();
  const std::uint64_t seed = seed_with(finding, FindingOutcome::confirmed);
  REQUIRE(seed != 0);
  const FindingVerdict verdict = judge_finding(finding, recorded_without_reaction(finding, seed));
  CHECK(verdict.outcome == FindingOutcome::not_reached);
  CHECK_MESSAGE(verdict.detail == "no CreateContainer came between 10s and 13s", verdict.detail);
}

TEST_CASE("a recording that a run of podreel without the violation makes too refutes nothing") {
  // The container is missed at the next resync, 60 to 90 s after the last sync.
  const Finding finding = FindingFile{R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: resync}
spec:
  duration: 75s
  runtime: {pods: [{name: batch, containers: [{name: first, runs: [{for: 5s}]}]}]}
  timeline:
    - at: 5s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: batch}
        spec:
          restartPolicy: OnFailure
          containers: [{name: first, image: "first:1"}, {name: second, image: "second:1"}]
    - {at: 31s, removeContainer: {pod: default/batch, container: first}}
  expect: [{keeps: ended-containers-run-once}]
)"}
                              .read();
  REQUIRE(finding.met.empty());
  const std::uint64_t seed = seed_with(finding, FindingOutcome::not_reached);
  REQUIRE(seed != 0);
  CHECK(judge_finding(finding, recorded(finding, seed)).detail ==
        "a run of podreel that meets the expectations does exactly the same");
  CHECK(seed_with(finding, FindingOutcome::not_confirmed) == 0);
}

TEST_CASE("a finding needs an expectation that its release violates") {
  CHECK(FindingFile{lost_record("10.1s")}.read().met.empty());
  CHECK(FindingFile{lost_record("11.9s")}.read().met.find("meet its expectations with the seeds 1 to 64") !=
        std::string::npos);
  std::string without = lost_record("10.1s");
  without.erase(without.find("  expect:"));
  CHECK(refusal_of(without).find("accepted: a scenario with expectations and a duration") != std::string::npos);
}

TEST_CASE("faults count as such, and the creation of pods does not") {
  const FaultInstants instants = fault_instants(FindingFile{lost_record("10.1s")}.read().scenario);
  CHECK(instants.first == 10'100ms);
  CHECK(instants.last == 10'100ms);
}

TEST_CASE("a delayed finding is longer, and only what follows the first fault is delayed") {
  const Finding later = delayed(FindingFile{lost_record("10.1s")}.read(), 250ms);
  CHECK(text_at(later, "/spec/timeline/0/at") == "0s");
  CHECK(text_at(later, "/spec/timeline/1/at") == "10.35s");
  CHECK(text_at(later, "/spec/duration") == "20.25s");
  CHECK(*later.scenario.duration == 20'250ms);
  const Finding earlier = delayed(FindingFile{lost_record("10.1s")}.read(), -50ms);
  CHECK(text_at(earlier, "/spec/timeline/1/at") == "10.05s");
  CHECK(*earlier.scenario.duration == 20s);
}

TEST_CASE("the first attempt keeps the instants, and later ones follow the record before the fault") {
  const Finding finding = FindingFile{lost_record("10.1s")}.read();
  const std::vector<json> last = recorded(finding, 1);
  CHECK(delay_of(finding, 1, 3, last) == 0ms);
  // A kubelet that was 40 ms later than this one.
  std::vector<json> slower = last;
  for (json& record : slower) record["t"] = record["t"].get<double>() + 0.04;
  CHECK(delay_of(finding, 2, 3, slower) - delay_of(finding, 2, 3, last) == 40ms);
  CHECK(delay_of(finding, 2, 3, last) != delay_of(finding, 3, 3, last));
}

TEST_CASE("a fault of a single call gets a time in which that call is the only one") {
  // The first CreateContainer of the app fails.
  const std::string calls = R"(, calls: [{call: CreateContainer, container: work, from: 0s, until: 900ms, takes: 2s}])";
  const Finding finding = FindingFile{lost_record("12.1s", calls)}.read();
  const runtime_fake::CallFault& fault = finding.scenario.runtime.calls.front();
  CHECK(fault.from < 500ms);
  REQUIRE(fault.until);
  CHECK(*fault.until > 500ms);
}

}  // namespace podreel::cli

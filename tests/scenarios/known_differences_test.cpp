// What scenarios/KNOWN-DIFFERENCES.md says about podreel, and two reports that it once listed, and that are simulated.
#include <algorithm>
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <string>

#include "engine/release/release.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/short_scenario.hpp"
#include "tools/cli/versions/verified_counts.hpp"

namespace podreel {

namespace {

std::string not_reproduced() {
  std::ifstream in{testing::source_path("scenarios/KNOWN-DIFFERENCES.md"), std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

/// The releases in this place of `sentence`, one for each occurrence in the text.
std::vector<std::string> named_in(const std::string& text, const char* sentence) {
  const boost::regex pattern{sentence};
  std::vector<std::string> found;
  for (auto match = boost::sregex_iterator{text.begin(), text.end(), pattern}; match != boost::sregex_iterator{};
       ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

/// The newest minor release whose behaviour over time was recorded.
release::Release newest_recorded_over_time() {
  release::Release newest = release::oldest_release();
  for (const cli::VerifiedCount& count : cli::verified_counts()) {
    if (!count.suite.starts_with("timeline")) continue;
    const std::string label{count.release.substr(0, count.release.find_first_of("-+"))};
    if (const auto found = release::parse_release(label)) newest = std::max(newest, *found);
  }
  return newest;
}

}  // namespace

TEST_CASE("releases that are not modelled are those before the oldest one") {
  const std::vector<std::string> named = named_in(not_reproduced(), R"(kubelets before ([\d.]+) are not modelled)");
  CHECK_FALSE(named.empty());
  for (const std::string& release : named) CHECK(release == release::minor_string(release::oldest_release()));
}

TEST_CASE("releases without recordings over time are those after the newest recorded one") {
  const release::Release newest = newest_recorded_over_time();
  const std::vector<std::string> named = named_in(not_reproduced(), R"(releases after ([\d.]+) have no recordings)");
  CHECK(named.empty() == (newest.minor == release::newest_release().minor));
  for (const std::string& release : named) CHECK(release == release::minor_string(newest));
}

TEST_CASE("a report that is listed as not simulated has no scenario") {
  const std::string text = not_reproduced();
  for (const std::string& number : named_in(text, R"(\n\| \[#(\d+)\])")) {
    for (const auto& entry : std::filesystem::directory_iterator{testing::source_path("scenarios/library/issues")}) {
      CHECK_FALSE(entry.path().filename().string().starts_with(number + "-"));
    }
  }
}

TEST_CASE("deaths beyond the capacity of the event channel are seen with a later sync (kubernetes/kubernetes#136408)") {
  constexpr int pods = 12;
  constexpr int containers_each = 100;
  std::string timeline;
  for (int pod = 0; pod < pods; ++pod) {
    std::string containers;
    for (int container = 0; container < containers_each; ++container) {
      containers += fmt::format("{{name: c{}, image: 'app:1'}}, ", container);
    }
    timeline += fmt::format(
        "{{at: 0s, createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: p{}}}, spec: {{containers: [{}]}}}}}}, ",
        pod, containers);
  }
  const testing::RunHistory history =
      testing::history_of("duration: 4m, timing: ideal, node: {kubelet: {version: '1.34'}}, timeline: [" + timeline +
                          "{at: 150s, restartRuntime: {downFor: 1ms, killsContainers: true}}]");
  std::map<std::string, double> restarted;
  for (const trace::Record& record : history.records) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    const double at = format::in_seconds(record.time - history.start);
    if (call != nullptr && call->op == "StartContainer" && at > 150) restarted.emplace(record.pod, at);
  }
  CHECK(restarted.size() == pods);
  const auto late = std::ranges::count_if(restarted, [](const auto& pod) { return pod.second > 150 + 20; });
  // 1000 of 1212 events fit: the deaths of ten pods, at least in part.
  CHECK(late == 2);
}

TEST_CASE("a NotReady pod is Ready for seconds after a kubelet restart, up to 1.34 (kubernetes/kubernetes#135795)") {
  const auto is_ready_after_restart = [](const std::string& release) {
    const testing::RunHistory history = testing::history_of(
        "duration: 150s, node: {kubelet: {version: '" + release +
        "'}}, runtime: {pods: [{name: web, http: [{status: 500}]}]}, timeline: [{at: 0s, createPod: {apiVersion: v1, "
        "kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: app, readinessProbe: {httpGet: "
        "{port: 80, path: /}}}]}}}, {at: 100s, stopKubelet: {}}, {at: 101s, startKubelet: {}}]");
    return std::ranges::any_of(history.records, [](const trace::Record& record) {
      const auto* status = std::get_if<trace::Status>(&record.payload);
      return status != nullptr && std::ranges::any_of(status->status->container_statuses,
                                                      [](const api::ContainerStatus& each) { return each.ready; });
    });
  };
  CHECK(is_ready_after_restart("1.32"));
  CHECK(is_ready_after_restart("1.34"));
  CHECK_FALSE(is_ready_after_restart("1.35"));
}

}  // namespace podreel

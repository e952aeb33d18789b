// Explanations of starter scenarios as people read them.
#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "engine/trace/explanation_text.hpp"
#include "engine/trace/instant_text.hpp"
#include "engine/trace/text_timeline.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/recorded_run.hpp"

namespace podreel::simulation {

namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t explanation_indent = 13;

format::Scenario starter(std::string_view name) {
  const std::string file = testing::source_path(fmt::format("scenarios/{}.yaml", name)).string();
  return format::load_scenario_file(file).scenarios.front();
}

/// Lines that explain the sync of `pod` that ended at `time`, such as "5.213s".
Lines explained_sync(std::string_view name, std::string_view pod, std::string_view time) {
  ReplayOptions options;
  options.explain = true;
  const testing::RunHistory history = testing::recorded_run(starter(name), options);
  for (const trace::Record& record : history.records) {
    const auto* sync = std::get_if<trace::Sync>(&record.payload);
    if (sync == nullptr || sync->explanation == nullptr || record.pod != pod) continue;
    if (trace::format_instant(record.time - history.start) == time) return trace::lines_of(*sync->explanation);
  }
  return {};
}

bool has(const Lines& lines, std::string_view line) {
  return std::ranges::find(lines, line) != lines.end();
}

std::string explained_timeline(std::string_view name, std::size_t width) {
  const format::Scenario scenario = starter(name);
  ReplayOptions options;
  options.explain = true;
  std::ostringstream out;
  trace::TextTimeline timeline{out, start_time(scenario, options), {.width = width, .folds = true}};
  options.sinks = {&timeline};
  static_cast<void>(replay(scenario, options));
  timeline.flush();
  return std::move(out).str();
}

std::size_t characters_in(std::string_view line) {
  return static_cast<std::size_t>(
      std::ranges::count_if(line, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }));
}

}  // namespace

TEST_CASE("a crash loop explains the immediate restart, the back-off, and the next sync") {
  const Lines first = explained_sync("crash-loop", "default/web", "5.213s");
  CHECK(
      has(first,
          "app: restarted immediately: the first restart has no back-off. (exited 1 at 5.017s; the next restart waits "
          "10s)"));
  CHECK(has(first, "sync triggered by PLEG: the relist at 5.195s saw app exit (at 5.017s, 177ms earlier)"));
  CHECK(explained_sync("crash-loop", "default/web", "10.266s") ==
        Lines{"app: not restarted before 20.213s: its back-off is 10s. (exited 1 at 10.213s)",
              "sync triggered by PLEG: the relist at 10.264s saw app exit (at 10.213s, 50ms earlier)",
              "next sync: by 23.536s (retry 10–15 s after an error, on a sync-loop tick); the back-off of app will be "
              "over by then"});
  const Lines retry = explained_sync("crash-loop", "default/web", "23.540s");
  CHECK(has(retry,
            "app: restarted: its back-off of 10s ended at 20.213s. (exited 1 at 10.213s; the next restart waits 20s)"));
  CHECK(has(retry, "sync triggered by the retry timer: due at 23.536s (previous sync failed at 10.266s)"));
}

TEST_CASE("a pod with a sidecar explains its sandbox, its containers in their order, and its end") {
  const Lines first = explained_sync("sidecar", "default/job", "0.020s");
  REQUIRE(first.size() >= 3);
  CHECK(first.at(0) == "pod: creates a sandbox: containers run in a sandbox. (none exists)");
  CHECK(first.at(1) ==
        "proxy: started: in a new sandbox, the first init container starts first. (the pod has init containers)");
  CHECK(first.at(2) == "sync triggered by a pod update: ADD at 0.000s");
  CHECK(explained_sync("sidecar", "default/job", "0.196s").front() ==
        "work: started: a container that was never started is started. (does not exist; restartPolicy Never)");
  const Lines last = explained_sync("sidecar", "default/job", "10.364s");
  REQUIRE(last.size() >= 2);
  CHECK(last.at(0) ==
        "work: not restarted: the pod's restartPolicy decides whether an exited container restarts. (exited 0, "
        "Completed; restartPolicy Never)");
  CHECK(last.at(1).starts_with("pod: stopped: a pod without a container to keep or to start is stopped. "));
}

TEST_CASE("a kubelet that restarts explains why it syncs, and which container it restarts") {
  const Lines unlucky = explained_sync("kubelet-restart", "default/unlucky", "65.550s");
  CHECK(has(unlucky, "sync triggered by a pod update: ADD at 65.541s (kubelet started at 65.000s)"));
  CHECK(
      has(unlucky,
          "app: restarted immediately: the first restart has no back-off. (exited 1 at 62.000s; the next restart waits "
          "10s)"));
  const Lines steady = explained_sync("kubelet-restart", "default/steady", "143.441s");
  REQUIRE(!steady.empty());
  CHECK(steady.front().starts_with("no action. (sandbox "));
  CHECK(has(steady, "sync triggered by the resync timer: due at 143.441s (previous sync at 66.465s)"));
}

TEST_CASE("no line of an explanation is longer than the width") {
  const std::string indent(explanation_indent, ' ');
  for (const char* name : {"crash-loop", "sidecar", "kubelet-restart", "resize-waits-for-room"}) {
    for (const std::size_t width : {60U, 80U, 100U}) {
      std::istringstream lines{explained_timeline(name, width)};
      std::size_t longest = 0;
      for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(indent)) longest = std::max(longest, characters_in(line));
      }
      CHECK(longest > indent.size());
      CHECK(longest <= width);
    }
  }
}

TEST_CASE("retries in back-off are folded") {
  const std::string text = explained_timeline("crash-loop", 100);
  CHECK(text.find("  pod worker  2 retries  ") != std::string::npos);
  CHECK(text.find("all in back-off\n") != std::string::npos);
}

}  // namespace podreel::simulation

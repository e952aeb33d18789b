// Explanations against the timelines that they explain.
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/catalogue_files.hpp"
#include "tests/support/recorded_run.hpp"
#include "tests/support/sample.hpp"

namespace podreel::simulation {

namespace {

using nlohmann::ordered_json;

/// Rounding of times to milliseconds in texts and microseconds in data.
constexpr double tolerance = 0.002;

std::string text_of(const ordered_json& step, const char* name) {
  return step.value(name, std::string{});
}

bool is_kind(const ordered_json& step, std::string_view kind) {
  return text_of(step, "kind") == kind;
}

/// A container that must not be started, or an image that must not be pulled, before some time.
struct Wait {
  std::string operation;
  std::string target;
  double until = 0;
  double said_at = 0;
};

struct PodState {
  double entered_at = 0;
  std::vector<Wait> waits;
  /// The latest time of the next sync, as the last one said.
  std::optional<double> next_sync;
};

class ConsistencyCheck {
 public:
  explicit ConsistencyCheck(const testing::RunHistory& history) : history_{history} {}

  std::vector<std::string> run() {
    for (const trace::Record& record : history_.records) look_at(record);
    return std::move(contradictions_);
  }

 private:
  [[nodiscard]] double seconds(sim::Time time) const { return format::in_seconds(time - history_.start); }

  void look_at(const trace::Record& record) {
    // A kubelet whose runtime or node fails skips ticks of its sync loop.
    const bool is_disturbed = std::holds_alternative<trace::KubeletProcess>(record.payload) ||
                              std::holds_alternative<trace::Node>(record.payload) ||
                              (std::holds_alternative<trace::Environment>(record.payload) && record.pod.empty());
    if (is_disturbed) return forget_all();
    if (std::holds_alternative<trace::Api>(record.payload)) forget(pods_[record.pod]);
    if (const auto* status = std::get_if<trace::Status>(&record.payload); status != nullptr && status->explanation) {
      for (const auto& step : *status->explanation) check_past(record, step);
    }
    const auto* sync = std::get_if<trace::Sync>(&record.payload);
    if (sync == nullptr) return;
    PodState& pod = pods_[record.pod];
    if (!sync->explanation) {
      pod.entered_at = seconds(record.time);
      return;
    }
    check_next_sync(record, pod, *sync->explanation);
    check_waits(record, pod, *sync->explanation);
    pod.next_sync.reset();
    for (const auto& step : *sync->explanation) check_step(record, pod, *sync, step);
  }

  /// A restart of the kubelet loses its back-offs and timers.
  void forget_all() {
    for (auto& [name, pod] : pods_) forget(pod);
  }

  /// A change of the pod in the API may trigger a sync, and may make another container of an old one.
  static void forget(PodState& pod) {
    pod.waits.clear();
    pod.next_sync.reset();
  }

  void report(const trace::Record& record, const ordered_json& step, std::string_view what) {
    contradictions_.push_back(
        fmt::format("{:.3f}s {}: {}: {}", seconds(record.time), record.pod, text_of(step, "sentence"), what));
  }

  /// Whether there was such a call for the pod while its sync ran: failed ones count if `with_failures`.
  [[nodiscard]] bool has_call(const trace::Record& record, double from, std::string_view operation,
                              const std::string& container, bool with_failures) const {
    const auto& records = history_.records;
    auto other = std::ranges::partition_point(
        records, [&](const trace::Record& earlier) { return seconds(earlier.time) < from - tolerance; });
    for (; other != records.end() && seconds(other->time) <= seconds(record.time) + tolerance; ++other) {
      const auto* call = std::get_if<trace::RuntimeCall>(&other->payload);
      if (call == nullptr || other->pod != record.pod || call->op != operation) continue;
      const bool is_of = container.empty() || call->container == container || call->image == container;
      if (is_of && (with_failures || !call->error)) return true;
    }
    return false;
  }

  void check_past(const trace::Record& record, const ordered_json& step) {
    if (!step.contains("times")) return;
    for (const auto& [name, time] : step.at("times").items()) {
      if (name == "nextSync" || name == "refusedUntil") continue;
      if (time.get<double>() > seconds(record.time) + tolerance)
        report(record, step, name + " is later than its record");
    }
  }

  void check_step(const trace::Record& record, PodState& pod, const trace::Sync& sync, const ordered_json& step) {
    check_past(record, step);
    if (is_kind(step, "nextSync")) {
      const double next = step.at("times").at("nextSync");
      if (next < seconds(record.time) - tolerance) report(record, step, "the next sync is before this one's end");
      pod.next_sync = next;
    }
    if (step.value("detail", false)) return;
    if (!is_kind(step, "decision") && !is_kind(step, "backOff")) return;
    check_outcome(record, pod, sync, step);
    if (step.value("inBackOff", false)) {
      const bool is_pull = step.contains("image");
      pod.waits.push_back({is_pull ? "PullImage" : "StartContainer",
                           is_pull ? text_of(step, "image") : text_of(step, "subject"),
                           step.at("times").at("refusedUntil"), seconds(record.time)});
    }
  }

  void check_outcome(const trace::Record& record, const PodState& pod, const trace::Sync& sync,
                     const ordered_json& step) {
    const std::string effect = text_of(step, "effect");
    const std::string subject = text_of(step, "subject");
    const bool is_started =
        effect.starts_with("started") || effect.starts_with("restarted") || effect.starts_with("killed and restarted");
    if (is_started && !has_call(record, pod.entered_at, "StartContainer", subject, false)) {
      report(record, step, "the container was not started");
    }
    const bool is_refused = effect.starts_with("not started") || effect.starts_with("not restarted");
    if (is_refused && has_call(record, pod.entered_at, "StartContainer", subject, true)) {
      report(record, step, "the container was started");
    }
    if (effect.find(" failed with ") != std::string::npos && !sync.error) report(record, step, "the sync has no error");
    const bool is_new_sandbox = effect == "creates a sandbox" || effect == "replaces its sandbox";
    if (is_new_sandbox && !has_call(record, pod.entered_at, "RunPodSandbox", "", false)) {
      report(record, step, "no sandbox was created");
    }
    if (effect == "no new sandbox" && has_call(record, pod.entered_at, "RunPodSandbox", "", false)) {
      report(record, step, "a sandbox was created");
    }
  }

  /// A container that waits is not started, unless something other than a timer triggered the sync.
  void check_waits(const trace::Record& record, PodState& pod, const ordered_json& explanation) {
    const bool is_timed = std::ranges::all_of(
        explanation, [](const ordered_json& step) { return !is_kind(step, "trigger") || step.value("timed", false); });
    for (const Wait& wait : pod.waits) {
      // A back-off that the kubelet no longer has holds nothing back.
      const bool is_forgotten = std::ranges::any_of(explanation, [&](const ordered_json& step) {
        return text_of(step, "rule") == "crash-back-off-forgotten" && text_of(step, "subject") == wait.target;
      });
      if (!is_timed || is_forgotten || seconds(record.time) >= wait.until) continue;
      if (has_call(record, std::max(pod.entered_at, wait.said_at + tolerance), wait.operation, wait.target, true)) {
        contradictions_.push_back(
            fmt::format("{:.3f}s {}: {} of {}, although the explanation at {:.3f}s says that it waits until {:.3f}s",
                        seconds(record.time), record.pod, wait.operation, wait.target, wait.said_at, wait.until));
      }
    }
    pod.waits.clear();
  }

  void check_next_sync(const trace::Record& record, const PodState& pod, const ordered_json& explanation) {
    if (!pod.next_sync) return;
    std::optional<double> triggered;
    for (const auto& step : explanation) {
      if (!is_kind(step, "trigger")) continue;
      const double at = step.at("times").at("notified");
      triggered = std::min(triggered.value_or(at), at);
    }
    constexpr double busy_loop = 0.1;
    if (triggered && *triggered > *pod.next_sync + busy_loop) {
      contradictions_.push_back(fmt::format("{:.3f}s {}: triggered at {:.3f}s, though the last one said {:.3f}s",
                                            seconds(record.time), record.pod, *triggered, *pod.next_sync));
    }
  }

  const testing::RunHistory& history_;
  std::map<std::string, PodState> pods_;
  std::vector<std::string> contradictions_;
};

std::string contradictions_in(const format::Scenario& scenario) {
  ReplayOptions options;
  options.explain = true;
  std::string text;
  for (const std::string& line : ConsistencyCheck{testing::recorded_run(scenario, options)}.run()) text += line + '\n';
  return text;
}

}  // namespace

TEST_CASE("no explanation of the catalogue contradicts its own timeline") {
  testing::Sample sample{{.sanitized = 8}};
  for (const std::filesystem::path& file : testing::catalogue_files()) {
    CAPTURE(file.string());
    for (const format::Scenario& scenario : format::load_scenario_file(file.string()).scenarios) {
      if (sample.has_next()) CHECK(contradictions_in(scenario) == "");
    }
  }
}

}  // namespace podreel::simulation

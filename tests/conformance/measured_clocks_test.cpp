// Intervals over 1,000 seeds against those measured at real kubelets (1.28.0, an idle node).
#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::testing {

namespace {

constexpr std::uint64_t num_seeds = 1000;

/// In seconds.
struct Measured {
  double minimum;
  double mean;
  double maximum;
};

using Samples = std::map<std::string, std::vector<double>>;

/// Writes down how long after an earlier record a later one came.
class Intervals : public trace::Sink {
 public:
  explicit Intervals(Samples& samples) : samples_{samples} {}

 protected:
  void begin(const std::string& name, sim::Time at) { begun_[name] = at; }
  void end(const std::string& name, sim::Time at) {
    const auto begun = begun_.find(name);
    if (begun == begun_.end()) return;
    samples_[name].push_back(format::in_seconds(at - begun->second));
    begun_.erase(begun);
  }

 private:
  Samples& samples_;
  std::map<std::string, sim::Time> begun_;
};

bool is_call(const trace::Record& record, std::string_view op) {
  const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
  return call != nullptr && call->op == op;
}

bool is_api(const trace::Record& record, std::string_view op) {
  const auto* request = std::get_if<trace::Api>(&record.payload);
  return request != nullptr && request->op == op;
}

bool is_loop(const trace::Record& record, std::string_view op) {
  const auto* loop = std::get_if<trace::Loop>(&record.payload);
  return loop != nullptr && loop->op == op;
}

bool is_exit(const trace::Record& record) {
  const auto* world = std::get_if<trace::Environment>(&record.payload);
  return world != nullptr && world->what == "container_exit";
}

const api::PodStatus* status_of(const trace::Record& record) {
  const auto* status = std::get_if<trace::Status>(&record.payload);
  return status == nullptr ? nullptr : status->status.get();
}

/// The state of the pod's one container.
template <class State>
bool has_state(const api::PodStatus* status) {
  return status != nullptr && !status->container_statuses.empty() &&
         std::holds_alternative<State>(status->container_statuses.front().state);
}

class CrashLoop final : public Intervals {
 public:
  using Intervals::Intervals;
  void write(const trace::Record& record) override {
    const sim::Time at = record.time;
    if (is_api(record, "pod_created")) begin("create to RunPodSandbox", at);
    if (is_call(record, "RunPodSandbox")) end("create to RunPodSandbox", at);
    if (is_call(record, "StartContainer")) {
      if (restarts_ >= 0) end(step(), at);
      ++restarts_;
      begin("StartContainer to status running", at);
    }
    if (is_exit(record)) {
      begin("exit to PLEG exited", at);
      begin("exit to status terminated", at);
      begin(step(), at);
    }
    const auto* pleg = std::get_if<trace::Pleg>(&record.payload);
    if (pleg != nullptr && pleg->new_state == "exited") end("exit to PLEG exited", at);
    if (has_state<api::StateRunning>(status_of(record))) end("StartContainer to status running", at);
    if (has_state<api::StateTerminated>(status_of(record))) end("exit to status terminated", at);
  }

 private:
  [[nodiscard]] std::string step() const {
    static const std::vector<std::string> steps{"none", "10 s", "20 s", "40 s", "80 s", "160 s", "300 s"};
    const auto index = std::min<std::size_t>(static_cast<std::size_t>(restarts_), steps.size() - 1);
    return "exit to restart, back-off " + steps[index];
  }

  int restarts_ = -1;
};

/// From the end of a sync to the beginning of the next one, after the syncs of the start: those of the addition and of
/// the events of the first relist, of which the second may wait for the next relist.
class SyncGaps : public Intervals {
 public:
  SyncGaps(Samples& samples, std::string name, bool failed_only)
      : Intervals{samples}, name_{std::move(name)}, failed_only_{failed_only} {}
  void write(const trace::Record& record) override {
    if (is_api(record, "pod_created")) created_at_ = record.time;
    const auto* sync = std::get_if<trace::Sync>(&record.payload);
    if (sync == nullptr) return;
    if (sync->op == "enter" && record.time - created_at_ > start) end(name_, record.time);
    if (sync->op == "exit" && (sync->error || !failed_only_)) begin(name_, record.time);
  }

 private:
  static constexpr sim::Duration start = std::chrono::seconds{4};

  std::string name_;
  bool failed_only_;
  sim::Time created_at_{};
};

struct Quiet final : SyncGaps {
  explicit Quiet(Samples& samples) : SyncGaps{samples, "resync of a healthy pod", false} {}
};

struct Failing final : SyncGaps {
  explicit Failing(Samples& samples) : SyncGaps{samples, "retry of a failed sync", true} {}
};

class Completion final : public Intervals {
 public:
  using Intervals::Intervals;
  void write(const trace::Record& record) override {
    if (is_exit(record)) begin("last exit to StopPodSandbox", record.time);
    if (is_call(record, "StopPodSandbox")) {
      end("last exit to StopPodSandbox", record.time);
      begin("StopPodSandbox to phase Succeeded", record.time);
    }
    const api::PodStatus* status = status_of(record);
    if (status != nullptr && status->phase == api::PodPhase::succeeded) {
      end("StopPodSandbox to phase Succeeded", record.time);
    }
  }
};

class Deletion final : public Intervals {
 public:
  using Intervals::Intervals;
  void write(const trace::Record& record) override {
    const sim::Time at = record.time;
    if (is_loop(record, "DELETE")) begin("DELETE to StopContainer", at);
    if (is_call(record, "StopContainer")) end("DELETE to StopContainer", at);
    if (is_call(record, "StopPodSandbox")) begin("StopPodSandbox to removal from the API", at);
    if (is_api(record, "pod_removed")) {
      end("StopPodSandbox to removal from the API", at);
      begin("removal to RemovePodSandbox", at);
    }
    if (is_call(record, "RemovePodSandbox")) end("removal to RemovePodSandbox", at);
  }
};

template <class Sink>
void sample(const std::string& spec, Samples& samples) {
  const std::string text = "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: clocks}\nspec:\n" + spec;
  format::LoadOptions options;
  options.kubelet = release::parse_release("1.28.0");
  const format::Loaded loaded =
      format::load_scenarios(api::load_documents(text, "clocks.yaml"), "clocks.yaml", options);
  REQUIRE(loaded.problems.empty());
  for (std::uint64_t seed = 1; seed <= num_seeds; ++seed) {
    Sink sink{samples};
    simulation::ReplayOptions replay;
    replay.seed = seed;
    replay.sinks = {&sink};
    static_cast<void>(simulation::replay(loaded.scenarios.front(), replay));
  }
}

std::string pod(const std::string& spec) {
  return "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: " + spec + "}}\n";
}

Samples sample_all() {
  Samples samples;
  const std::string app = "{containers: [{name: app, image: 'a:1'}]}";
  sample<CrashLoop>(
      "  duration: 25m\n  runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 5300ms, exitCode: "
      "1}]}]}]}\n"
      "  timeline:\n" +
          pod(app),
      samples);
  sample<Quiet>("  duration: 5m\n  timeline:\n" + pod(app), samples);
  sample<Failing>("  duration: 3m\n  runtime: {images: [{name: 'a:1', present: false}]}\n  timeline:\n" +
                      pod("{containers: [{name: app, image: 'a:1', imagePullPolicy: Never}]}"),
                  samples);
  sample<Completion>(
      "  duration: 30s\n  runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 5300ms, exitCode: "
      "0}]}]}]}\n"
      "  timeline:\n" +
          pod("{restartPolicy: Never, containers: [{name: app, image: 'a:1'}]}"),
      samples);
  sample<Deletion>("  duration: 3m\n  timeline:\n" + pod(app) + "    - {at: 20s, deletePod: {name: web}}\n", samples);
  return samples;
}

/// As measured in two corpora of scenarios, the means in the first. Some ranges are those of a few dozen intervals: a
/// thousand seeds go somewhat beyond them.
const std::map<std::string, Measured>& measured() {
  static const std::map<std::string, Measured> table{
      {"create to RunPodSandbox", {0.001, 0.0065, 0.024}},
      {"exit to PLEG exited", {0.0, 0.48, 1.13}},
      {"exit to status terminated", {0.0, 0.47, 1.15}},
      {"StartContainer to status running", {0.0, 0.60, 1.2}},
      {"exit to restart, back-off none", {0.02, 0.6, 1.04}},
      {"exit to restart, back-off 10 s", {10.70, 13.65, 16.10}},
      {"exit to restart, back-off 20 s", {22.91, 26.14, 30.03}},
      {"exit to restart, back-off 40 s", {40.03, 47.05, 55.00}},
      {"exit to restart, back-off 80 s", {80.0, 87.23, 93.29}},
      {"exit to restart, back-off 160 s", {160.70, 167.40, 173.60}},
      {"exit to restart, back-off 300 s", {301.16, 306.78, 314.88}},
      {"resync of a healthy pod", {61.0, 75.3, 90.0}},
      {"retry of a failed sync", {10.8, 13.1, 15.8}},
      {"last exit to StopPodSandbox", {0.5, 1.5, 2.3}},
      {"StopPodSandbox to phase Succeeded", {0.002, 0.006, 1.0}},
      {"DELETE to StopContainer", {0.0006, 0.003, 0.013}},
      {"StopPodSandbox to removal from the API", {0.05, 0.70, 1.02}},
      {"removal to RemovePodSandbox", {0.9, 36.0, 60.0}},
  };
  return table;
}

}  // namespace

TEST_CASE("intervals over 1,000 seeds are those of real kubelets") {
  const Samples samples = sample_all();
  std::string table = fmt::format("\n{:40} {:>26}   {:>26} {:>8} {:>7}\n", "seconds", "measured least/mean/most",
                                  "podreel least/mean/most", "within", "n");
  for (const auto& row : measured()) {
    const std::string& name = row.first;
    const Measured& real = row.second;
    CAPTURE(name);
    REQUIRE(samples.contains(name));
    const std::vector<double>& ours = samples.at(name);
    const double mean = std::accumulate(ours.begin(), ours.end(), 0.0) / static_cast<double>(ours.size());
    const auto [minimum, maximum] = std::ranges::minmax(ours);
    const auto inside = std::ranges::count_if(
        ours, [&real](double seconds) { return seconds >= real.minimum && seconds <= real.maximum; });
    const double share = static_cast<double>(inside) / static_cast<double>(ours.size());
    table += fmt::format("{:40} {:8.3f} {:8.3f} {:8.3f}   {:8.3f} {:8.3f} {:8.3f} {:7.1f}% {:7}\n", name, real.minimum,
                         real.mean, real.maximum, minimum, mean, maximum, 100 * share, ours.size());
    CHECK(mean >= real.minimum);
    CHECK(mean <= real.maximum);
    CHECK(share >= 0.8);
  }
  MESSAGE(table);
}

}  // namespace podreel::testing

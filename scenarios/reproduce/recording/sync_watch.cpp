#include "scenarios/reproduce/recording/sync_watch.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/timing/table.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/recording/drawn_durations.hpp"
#include "scenarios/reproduce/recording/record_fields.hpp"

namespace podreel::reproduce {

namespace {

bool checks_image(std::string_view reason) {
  return reason == "Pulled" || reason == "Pulling";
}

}  // namespace

void Syncs::woken(const std::string& pod, const std::string& uid, double time) {
  // An event of the same relist follows within this time.
  constexpr double at_once = 0.005;
  Pod& of = pods_[pod];
  const bool follows = time - of.woken < at_once;
  if (follows && !of.has_followed) wakes_.push_back({.uid = uid, .at = of.woken, .is_fast = of.entered >= of.woken});
  of.has_followed = follows;
  of.woken = time;
}

void Syncs::add(const std::string& pod, std::string_view op, bool is_last, double time) {
  Pod& of = pods_[pod];
  if (op == "enter") {
    of.entered = time;
    if (!of.worker) begin_worker(of);
    // A worker that is woken begins within this time, and at once if it was busy.
    constexpr double wake_up = 0.02;
    const bool is_timed = time - std::max(of.woken, of.ended) > wake_up;
    of.begun = {.began = time, .ended = time, .is_timed = is_timed};
  } else if (op == "exit" && of.begun) {
    of.begun->ended = of.ended = time;
    if (!is_last) workers_[*of.worker].push_back(*of.begun);
    of.begun.reset();
  } else if (op != "exit") {
    of.worker.reset();
  }
}

void Syncs::begin_worker(Pod& of) {
  of.worker = workers_.size();
  workers_.emplace_back();
}

void SyncEffects::began(const std::string& pod, double time) {
  Pod& of = pods_[pod];
  if (of.probed && of.num_writes == 1) {
    // Until the writer has both changes.
    constexpr double after_probe = 0.0005;
    late_writes_.push_back({.at = of.began, .lag = *of.probed - of.began + after_probe});
  }
  of = {.began = time, .is_syncing = true};
}

void SyncEffects::killed(const std::string& pod, double time) {
  Pod& of = pods_[pod];
  if (of.is_syncing && !of.has_killed) kills_.push_back({.at = of.began, .after = time - of.began});
  of.has_killed = true;
}

void SyncEffects::probed(const std::string& pod, double time) {
  Pod& of = pods_[pod];
  const bool is_soon = time - of.began < format::in_seconds(timing::status_writer_lag.distribution.maximum());
  if (is_soon && of.num_writes == 0) of.probed = time;
}

void SyncEffects::written(const std::string& pod, double time) {
  // A second change is written within this time.
  constexpr double soon = 0.02;
  Pod& of = pods_[pod];
  if (time - of.began < soon) ++of.num_writes;
}

void Starts::add(const nlohmann::json& record, double time) {
  const std::string kind = field_text(record, "kind");
  const std::string op = field_text(record, "op");
  Pod& of = pods_[field_text(record, "pod")];
  if (kind == "sync" && op == "enter") of = {.ready = time};
  if (op == "RunPodSandbox") add_sandbox(of, time);
  if (field_text(record, "what") == "container_exit" && of.ready) of.ready = time;
  if (kind == "event" && checks_image(field_text(record, "reason"))) add_check(of, time);
  if (op == "CreateContainer" && of.checked) starts_.push_back({RecordedStart::Step::creation, *of.checked, time});
  if (op == "CreateContainer") of.checked.reset();
}

void Starts::add_sandbox(Pod& of, double time) {
  const double usual = median_of(timing::sandbox_latency.distribution);
  starts_.push_back({RecordedStart::Step::sandbox, time - usual, time});
  of.ready = time;
}

void Starts::add_check(Pod& of, double time) {
  if (of.ready) starts_.push_back({RecordedStart::Step::container, *of.ready, time});
  of.ready.reset();
  of.checked = time;
}

}  // namespace podreel::reproduce

#include "engine/kubelet/pod_workers_trace.hpp"

#include <chrono>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/kubelet/explain/explanation.hpp"
#include "engine/kubelet/explain/sync_rules.hpp"
#include "engine/timing/table.hpp"
#include "engine/trace/json_text.hpp"

namespace podreel::kubelet {

namespace {

std::string_view stage_name(WorkType type) {
  switch (type) {
    case WorkType::sync:
      return "";
    case WorkType::terminating:
      return "terminating-";
    case WorkType::terminated:
      break;
  }
  return "terminated-";
}

/// Adds what a sync did beside its decisions.
void add_stage(Explanation& explanation, WorkType type, const StageOutcome& outcome) {
  if (outcome.error) return;
  if (type == WorkType::terminating) {
    explanation.add({.rule = sync_rule::terminating, .found = "it is being terminated", .effect = "stopped"});
  } else if (type == WorkType::terminated) {
    explanation.add({.rule = sync_rule::terminated, .found = "it has terminated", .effect = "cleaned up"});
  } else if (outcome.is_terminal) {
    explanation.add(
        {.rule = sync_rule::terminal_phase, .found = "its phase is terminal", .effect = "starts no container"});
  }
}

/// "10" or "0.5".
std::string in_seconds(sim::Duration duration) {
  constexpr int decimals = 3;
  std::string text;
  trace::append_decimal(text, std::chrono::floor<std::chrono::milliseconds>(duration).count(), decimals);
  return text;
}

/// "10–15 s": the pause with its jitter.
std::string range_of(sim::Duration pause) {
  return fmt::format("{}–{} s", in_seconds(pause), in_seconds(pause + pause / timing::worker_jitter.divisor));
}

std::string timing_of(const NextSync& next) {
  switch (next.kind) {
    case SyncCause::Kind::next_stage:
      return "the next stage follows";
    case SyncCause::Kind::retry:
      return fmt::format("retry {} after an error", range_of(next.pause));
    case SyncCause::Kind::transient_retry:
      return fmt::format("retry {} after an error that may be transient", range_of(next.pause));
    case SyncCause::Kind::back_off_end:
      return fmt::format("retry after the end of the back-off, plus up to {} % of the wait",
                         100 / timing::worker_jitter.divisor);
    default:
      return fmt::format("resync {} after a sync", range_of(next.pause));
  }
}

std::string outlook_of(const Explanation& explanation, const std::optional<PendingBackOff>& back_off, sim::Time tick) {
  if (!back_off) return {};
  if (back_off->ends <= tick) return fmt::format("the back-off of {} will be over by then", back_off->container);
  return fmt::format("{} will still be in back-off, until {}", back_off->container,
                     explanation.time_text(back_off->ends));
}

}  // namespace

std::string PodWorkersTrace::stage_of(const PodWorker& worker, WorkType type) const {
  const bool is_of_runtime = worker.active && worker.active->running_pod;
  if (is_of_runtime && rules_.orphans_terminate) return "terminating-runtime-";
  return std::string{stage_name(type)};
}

void PodWorkersTrace::record_enter(const PodWorker& worker, WorkType type) {
  if (!recorder_.wants<trace::Sync>()) return;
  recorder_.record(worker.full_name(), trace::Sync{stage_of(worker, type) + "enter", {}, {}, nullptr});
}

void PodWorkersTrace::record_exit(const PodWorker& worker, WorkType type, const StageOutcome& outcome) {
  if (recorder_.wants<trace::Sync>()) recorder_.record(worker.full_name(), exit_of(worker, type, outcome));
}

trace::Sync PodWorkersTrace::exit_of(const PodWorker& worker, WorkType type, const StageOutcome& outcome) const {
  trace::Sync record{stage_of(worker, type) + "exit", {}, outcome.error, nullptr};
  if (type == WorkType::sync) record.terminal = outcome.is_terminal;
  return record;
}

void PodWorkersTrace::add_cause(const PodWorker& worker, WorkerUpdate& update, SyncCause cause) const {
  cause.at = process_.now();
  if (!update.story) update.story = std::make_shared<SyncStory>();
  if (worker.pending && worker.pending.get() != &update && worker.pending->story) {
    update.story->causes = std::move(worker.pending->story->causes);
  }
  std::vector<SyncCause>& causes = update.story->causes;
  constexpr std::size_t max_causes = 16;
  if (causes.size() == max_causes) causes.pop_back();
  causes.push_back(std::move(cause));
}

void PodWorkersTrace::record_explained_exit(trace::Recorder::Reservation place, const PodWorker& worker, WorkType type,
                                            const WorkerUpdate& update, const StageOutcome& outcome,
                                            const std::optional<NextSync>& next) {
  trace::Sync record = exit_of(worker, type, outcome);
  Explanation explanation{*rules_.explain_since};
  if (update.story) add_story(explanation, *update.story);
  explanation.append(syncer_.take_status_steps(worker.uid));
  std::optional<PendingBackOff> back_off;
  if (outcome.explanation) {
    explanation.append(outcome.explanation->steps);
    back_off = outcome.explanation->back_off;
  }
  add_stage(explanation, type, outcome);
  if (next) add_next_sync(explanation, *next, back_off);
  record.explanation = explanation.take();
  recorder_.fill(place, worker.full_name(), std::move(record));
}

void PodWorkersTrace::add_next_sync(Explanation& explanation, const NextSync& next,
                                    const std::optional<PendingBackOff>& back_off) const {
  const sim::Time tick = rules_.sync_ticker.at_or_after(next.due);
  explanation.add({.rule = sync_rule::next_sync,
                   .kind = trace::StepKind::next_sync,
                   .found = outlook_of(explanation, back_off, tick),
                   .effect = fmt::format("next sync: by {} ({}, on a sync-loop tick)", explanation.time_text(tick),
                                         timing_of(next))},
                  {{"nextSync", tick}});
}

}  // namespace podreel::kubelet

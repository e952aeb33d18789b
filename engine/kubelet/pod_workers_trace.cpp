#include "engine/kubelet/pod_workers_trace.hpp"

#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/kubelet/explain/explanation.hpp"
#include "engine/kubelet/explain/sync_rules.hpp"

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

/// "tried again then …": whether a sync at `tick` finds the back-offs over.
std::string describe_next_retry(const Explanation& explanation, std::optional<sim::Time> refused_until,
                                sim::Time tick) {
  if (!refused_until) return "tried again then";
  if (*refused_until <= tick) return "tried again then, with no back-off in the way";
  return fmt::format("refused then, too, until {}", explanation.told(*refused_until));
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

void PodWorkersTrace::record_explained_exit(trace::Recorder::Place place, const PodWorker& worker, WorkType type,
                                            const WorkerUpdate& update, const StageOutcome& outcome,
                                            std::optional<sim::Time> next) {
  trace::Sync record = exit_of(worker, type, outcome);
  Explanation explanation{*rules_.explain_since};
  if (update.story) add_story(explanation, *update.story);
  explanation.append(syncer_.take_status_steps(worker.uid));
  std::optional<sim::Time> refused_until;
  if (outcome.explanation) {
    explanation.append(outcome.explanation->steps);
    refused_until = outcome.explanation->refused_until;
  }
  if (next && outcome.error) {
    const sim::Time tick = rules_.sync_ticker.at_or_after(*next);
    explanation.add({.rule = sync_rule::next_sync,
                     .found = fmt::format("the sync failed, and the next one is due at {}", explanation.told(tick)),
                     .effect = describe_next_retry(explanation, refused_until, tick)},
                    {{"nextSync", tick}});
  }
  record.explanation = explanation.take();
  recorder_.fill(place, worker.full_name(), std::move(record));
}

}  // namespace podreel::kubelet

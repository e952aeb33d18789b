#include "engine/kubelet/explain/decision_steps.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "engine/kubelet/explain/back_off_steps.hpp"
#include "engine/kubelet/explain/start_outcome.hpp"
#include "engine/kubelet/explain/sync_rules.hpp"

namespace podreel::kubelet {

namespace {

using decide::Reason;
using sync::BackOffFinding;
using sync::SyncAction;
namespace effect = decide::effect;

bool is_start(const Reason& reason) {
  return reason.effect == effect::started || reason.effect == effect::restarted ||
         reason.effect == effect::killed_and_restarted;
}

bool creates_sandbox(const Reason& reason) {
  return reason.effect == effect::creates_sandbox || reason.effect == effect::replaces_sandbox;
}

/// Returns whether a step about a back-off has the outcome of the container's start.
bool has_back_off(const SyncHistory& history, std::string_view container) {
  return std::ranges::any_of(history.back_offs, [&](const BackOffFinding& finding) {
    const bool has_outcome =
        finding.of == BackOffFinding::Of::start || finding.verdict == BackOffFinding::Verdict::refused;
    return finding.container == container && has_outcome;
  });
}

bool is_refused(const SyncHistory& history, std::string_view container) {
  return std::ranges::any_of(history.back_offs, [&](const BackOffFinding& finding) {
    return finding.container == container && finding.verdict == BackOffFinding::Verdict::refused;
  });
}

/// Adds the decision as a detail, with `intent` for its effect, and the outcome after it.
void add_unfinished(Explanation& explanation, Reason reason, std::string_view intent, const decide::Rule& rule,
                    std::string outcome) {
  ExplanationStep step{.rule = rule, .subject = reason.subject, .found = reason.found, .effect = std::move(outcome)};
  reason.effect = intent;
  explanation.add(reason, true);
  explanation.add(std::move(step));
}

void add_start(Explanation& explanation, const SyncHistory& history, Reason reason) {
  const bool kills = reason.effect == effect::killed_and_restarted;
  const std::string_view started = reason.effect == effect::started ? "started" : "restarted";
  const std::string intent = fmt::format("to be {}{}", kills ? "killed and " : "", started);
  if (const sync::SyncFailure* failed = failure_of_kill(history.result, reason.subject); kills && failed != nullptr) {
    return add_unfinished(explanation, std::move(reason), intent, sync_rule::kill_failed,
                          fmt::format("kill failed with {}", failed->error));
  }
  const StartOutcome outcome = outcome_of_start(history.result, reason.subject);
  if (kills && is_refused(history, reason.subject)) {
    reason.effect = effect::killed;
    return explanation.add(reason);
  }
  if (has_back_off(history, reason.subject) && !kills) {
    if (!outcome.has_succeeded()) reason.effect = intent;
    return explanation.add(reason, true);
  }
  if (outcome.has_succeeded()) return explanation.add(reason);
  const std::string_view before = kills ? "killed; " : "";
  if (!outcome.was_attempted) {
    return add_unfinished(explanation, std::move(reason), intent, sync_rule::start_not_reached,
                          fmt::format("{}not {}", before, started));
  }
  add_unfinished(explanation, std::move(reason), intent, sync_rule::start_failed,
                 fmt::format("{}start failed with {}", before, outcome.failure->error));
}

const sync::SyncResult* failed_sandbox(const sync::PodSyncResult& result) {
  const auto found = std::ranges::find_if(result.results, [](const sync::SyncResult& step) {
    return step.action == SyncAction::create_pod_sandbox && step.failure;
  });
  return found == result.results.end() ? nullptr : &*found;
}

bool has_sandbox_result(const sync::PodSyncResult& result) {
  return std::ranges::find(result.results, SyncAction::create_pod_sandbox, &sync::SyncResult::action) !=
         result.results.end();
}

void add_sandbox(Explanation& explanation, const SyncHistory& history, Reason reason) {
  const std::string intent = reason.effect == effect::creates_sandbox ? "to get a sandbox" : "to get another sandbox";
  if (const sync::SyncResult* failed = failed_sandbox(history.result)) {
    return add_unfinished(explanation, std::move(reason), intent, sync_rule::start_failed,
                          fmt::format("sandbox creation failed with {}", failed->failure->error));
  }
  if (has_sandbox_result(history.result)) return explanation.add(reason);
  add_unfinished(explanation, std::move(reason), intent, sync_rule::start_not_reached, "no new sandbox");
}

void add_kill(Explanation& explanation, const SyncHistory& history, Reason reason) {
  const std::string_view whole_pod = reason.effect == effect::killed ? std::string_view{reason.subject} : "";
  const sync::SyncFailure* failed = failure_of_kill(history.result, whole_pod);
  if (failed == nullptr) return explanation.add(reason);
  add_unfinished(explanation, std::move(reason), "to be stopped", sync_rule::kill_failed,
                 fmt::format("kill failed with {}", failed->error));
}

void add_decision(Explanation& explanation, const SyncHistory& history, const Reason& reason) {
  if (is_start(reason)) return add_start(explanation, history, reason);
  if (creates_sandbox(reason)) return add_sandbox(explanation, history, reason);
  const bool is_kill = reason.effect == effect::killed || reason.effect == effect::pod_stopped ||
                       reason.effect == effect::ends_pod || reason.effect == effect::removed ||
                       reason.effect == effect::killed_and_removed;
  if (is_kill) return add_kill(explanation, history, reason);
  explanation.add(reason, reason.effect.empty());
}

}  // namespace

std::optional<PendingBackOff> add_sync_steps(Explanation& explanation, const SyncHistory& history) {
  for (const Reason& reason : history.reasons) add_decision(explanation, history, reason);
  return add_back_offs(explanation, history.back_offs, history.result);
}

}  // namespace podreel::kubelet

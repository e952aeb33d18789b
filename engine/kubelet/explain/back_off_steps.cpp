#include "engine/kubelet/explain/back_off_steps.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/kubelet/explain/start_outcome.hpp"
#include "engine/kubelet/explain/sync_rules.hpp"

namespace podreel::kubelet {

namespace {

using sync::BackOffFinding;
using BackOffVerdict = BackOffFinding::Verdict;

bool is_start(const BackOffFinding& finding) {
  return finding.of == BackOffFinding::Of::start;
}

const decide::Rule& rule_of(const BackOffFinding& finding) {
  switch (finding.verdict) {
    case BackOffVerdict::refused:
      return is_start(finding) ? sync_rule::crash_back_off : sync_rule::image_back_off;
    case BackOffVerdict::over:
      return is_start(finding) ? sync_rule::crash_back_off_over : sync_rule::image_back_off_over;
    case BackOffVerdict::begins_anew:
      return is_start(finding) ? sync_rule::crash_back_off_reset : sync_rule::image_back_off_reset;
    case BackOffVerdict::forgotten:
      return sync_rule::crash_back_off_forgotten;
    case BackOffVerdict::begins:
      break;
  }
  return sync_rule::crash_back_off_begins;
}

/// "exited 1 at 10.219s", "pulling nginx:1 failed at 3.000s".
std::string event_of(const Explanation& explanation, const BackOffFinding& finding) {
  const std::string when = explanation.time_text(finding.since);
  return is_start(finding) ? fmt::format("exited {} at {}", finding.exit_code, when)
                           : fmt::format("pulling {} failed at {}", finding.image, when);
}

std::string facts_of(const Explanation& explanation, const BackOffFinding& finding) {
  std::string facts = event_of(explanation, finding);
  if (finding.next_delay > sim::Duration{}) {
    facts += fmt::format("; the next restart waits {}", Explanation::duration_text(finding.next_delay));
  }
  return facts;
}

/// Why the back-off refused the start or the pull, or not.
std::string reason_of(const Explanation& explanation, const BackOffFinding& finding) {
  const std::string delay = Explanation::duration_text(finding.delay);
  const std::string forgotten_after = Explanation::duration_text(finding.forgotten_after);
  switch (finding.verdict) {
    case BackOffVerdict::refused:
      return fmt::format("its back-off is {}", delay);
    case BackOffVerdict::over:
      return fmt::format("its back-off of {} ended at {}", delay, explanation.time_text(finding.since + finding.delay));
    case BackOffVerdict::begins_anew:
      return is_start(finding) ? fmt::format("its back-off was reset after a run of more than {}", forgotten_after)
                               : fmt::format("its back-off was reset after {} without a failed pull", forgotten_after);
    case BackOffVerdict::forgotten:
      return "the kubelet no longer has its back-off";
    case BackOffVerdict::begins:
      break;
  }
  return "the first restart has no back-off";
}

/// "restarted immediately", "not restarted before 20.219s", "start failed with ErrImagePull".
std::string verb_of(const Explanation& explanation, const BackOffFinding& finding, const sync::PodSyncResult& result) {
  const bool is_of_start = is_start(finding);
  if (finding.verdict == BackOffVerdict::refused) {
    return fmt::format("{} before {}", is_of_start ? "not restarted" : "image not pulled",
                       explanation.time_text(finding.since + finding.delay));
  }
  if (!is_of_start) return "image pull retried";
  const StartOutcome outcome = outcome_of_start(result, finding.container);
  if (outcome.failure != nullptr) return fmt::format("start failed with {}", outcome.failure->error);
  return finding.verdict == BackOffVerdict::over ? "restarted" : "restarted immediately";
}

/// Returns whether a later finding about the same container says more.
bool is_superseded(const BackOffFinding& finding, const sync::BackOffFindings& findings) {
  if (!is_start(finding) || finding.verdict == BackOffVerdict::refused) return false;
  return std::ranges::any_of(findings, [&](const BackOffFinding& other) {
    return !is_start(other) && other.container == finding.container && other.verdict == BackOffVerdict::refused;
  });
}

void add_back_off(Explanation& explanation, const BackOffFinding& finding, const sync::BackOffFindings& findings,
                  const sync::PodSyncResult& result) {
  ExplanationStep step{
      .rule = rule_of(finding),
      .kind = trace::StepKind::back_off,
      .subject = finding.container,
      .found = facts_of(explanation, finding),
      .effect = fmt::format("{}: {}", verb_of(explanation, finding, result), reason_of(explanation, finding)),
      .is_detail = is_superseded(finding, findings)};
  if (!is_start(finding)) step.facts["image"] = finding.image;
  if (finding.verdict == BackOffVerdict::refused) step.facts["inBackOff"] = true;
  const bool has_delay = finding.delay > sim::Duration{};
  if (has_delay) step.facts["backOffSeconds"] = Explanation::seconds(finding.delay);
  if (finding.next_delay > sim::Duration{}) {
    step.facts["nextBackOffSeconds"] = Explanation::seconds(finding.next_delay);
  }
  const char* const event = is_start(finding) ? "exited" : "failed";
  if (!has_delay) return explanation.add(std::move(step), {{event, finding.since}});
  const sim::Time ends = finding.since + finding.delay;
  explanation.add(std::move(step), {{event, finding.since}, {"refusedUntil", ends}});
}

}  // namespace

std::optional<PendingBackOff> add_back_offs(Explanation& explanation, const sync::BackOffFindings& findings,
                                            const sync::PodSyncResult& result) {
  std::optional<PendingBackOff> last;
  for (const BackOffFinding& finding : findings) {
    add_back_off(explanation, finding, findings, result);
    if (finding.verdict != BackOffVerdict::refused) continue;
    const sim::Time ends = finding.since + finding.delay;
    if (!last || last->ends < ends) last = PendingBackOff{finding.container, ends};
  }
  return last;
}

}  // namespace podreel::kubelet

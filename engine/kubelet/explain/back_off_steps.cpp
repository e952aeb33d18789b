#include "engine/kubelet/explain/back_off_steps.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/kubelet/explain/sync_rules.hpp"

namespace podreel::kubelet {

namespace {

using sync::BackOffFinding;
using Verdict = BackOffFinding::Verdict;

bool is_start(const BackOffFinding& finding) {
  return finding.of == BackOffFinding::Of::start;
}

const decide::Rule& rule_of(const BackOffFinding& finding) {
  switch (finding.verdict) {
    case Verdict::refused:
      return is_start(finding) ? sync_rule::crash_back_off : sync_rule::image_back_off;
    case Verdict::over:
      return is_start(finding) ? sync_rule::crash_back_off_over : sync_rule::image_back_off_over;
    case Verdict::begins_anew:
      return is_start(finding) ? sync_rule::crash_back_off_reset : sync_rule::image_back_off_reset;
    case Verdict::begins:
      break;
  }
  return sync_rule::crash_back_off_begins;
}

/// "it exited at 10.219s", "pulling nginx:1 failed at 3.000s".
std::string event_of(const Explanation& explanation, const BackOffFinding& finding) {
  const std::string when = explanation.told(finding.since);
  return is_start(finding) ? "it exited at " + when : fmt::format("pulling {} failed at {}", finding.image, when);
}

std::string found(const Explanation& explanation, const BackOffFinding& finding) {
  const std::string event = event_of(explanation, finding);
  const std::string delay = Explanation::told(finding.delay);
  const std::string forgotten_after = Explanation::told(finding.forgotten_after);
  switch (finding.verdict) {
    case Verdict::refused:
      return fmt::format("{}, and its back-off is {}", event, delay);
    case Verdict::over:
      return fmt::format("{}, and its back-off of {} ended at {}", event, delay,
                         explanation.told(finding.since + finding.delay));
    case Verdict::begins_anew:
      return is_start(finding) ? fmt::format("{}, after it had run for more than {}", event, forgotten_after)
                               : fmt::format("{}, more than {} ago", event, forgotten_after);
    case Verdict::begins:
      break;
  }
  return event + ", and has no back-off yet";
}

std::string effect(const Explanation& explanation, const BackOffFinding& finding) {
  const bool starts = is_start(finding);
  if (finding.verdict == Verdict::refused) {
    return fmt::format("not {} before {}", starts ? "started" : "pulled",
                       explanation.told(finding.since + finding.delay));
  }
  if (!starts) return "pulled";
  return fmt::format("not held back; after its next exit it is, for {}", Explanation::told(finding.next_delay));
}

void add_back_off(Explanation& explanation, const BackOffFinding& finding) {
  Step step{rule_of(finding), finding.container, found(explanation, finding), effect(explanation, finding)};
  const sim::Time ends = finding.since + finding.delay;
  if (!is_start(finding)) step.facts["image"] = finding.image;
  const bool is_told = finding.delay > sim::Duration{};
  if (is_told) step.facts["backOffSeconds"] = Explanation::seconds(finding.delay);
  if (finding.next_delay > sim::Duration{}) {
    step.facts["nextBackOffSeconds"] = Explanation::seconds(finding.next_delay);
  }
  const char* const event = is_start(finding) ? "exited" : "failed";
  if (!is_told) return explanation.add(std::move(step), {{event, finding.since}});
  explanation.add(std::move(step), {{event, finding.since}, {"refusedUntil", ends}});
}

}  // namespace

std::optional<sim::Time> add_back_offs(Explanation& explanation, const sync::BackOffFindings& findings) {
  std::optional<sim::Time> refused_until;
  for (const BackOffFinding& finding : findings) {
    add_back_off(explanation, finding);
    if (finding.verdict != Verdict::refused) continue;
    refused_until = std::max(refused_until.value_or(sim::Time{}), finding.since + finding.delay);
  }
  return refused_until;
}

}  // namespace podreel::kubelet

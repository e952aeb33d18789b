#include "engine/sync/back_off_finding.hpp"

namespace podreel::sync {

using Verdict = BackOffFinding::Verdict;

BackOffFinding finding_of_start(const Backoff& backoff, const memory::Text& key, const runtime::ContainerStatus& exited,
                                sim::Time now) {
  BackOffFinding finding{.of = BackOffFinding::Of::start,
                         .container = exited.name,
                         .since = exited.finished_at,
                         .exit_code = exited.exit_code,
                         .forgotten_after = backoff.forget_after()};
  const auto state = backoff.state_at(key, exited.finished_at);
  if (state && !state->is_forgotten) {
    finding.delay = state->delay;
    finding.verdict = now - finding.since < finding.delay ? Verdict::refused : Verdict::over;
  } else {
    const bool ran_long = exited.finished_at - exited.started_at > backoff.forget_after();
    finding.verdict = ran_long ? Verdict::begins_anew : exited.restart_count > 0 ? Verdict::forgotten : Verdict::begins;
  }
  return finding;
}

BackOffFinding finding_of_pull(const Backoff& backoff, const memory::Text& key, const std::string& container,
                               const std::string& image, sim::Time now) {
  BackOffFinding finding{.of = BackOffFinding::Of::pull,
                         .verdict = Verdict::begins,
                         .container = container,
                         .image = image,
                         .since = now,
                         .forgotten_after = backoff.forget_after()};
  const auto state = backoff.state_at(key, now);
  if (!state) return finding;
  finding.since = state->last_update;
  finding.delay = state->delay;
  const bool is_early = now - finding.since < finding.delay;
  finding.verdict = state->is_forgotten ? Verdict::begins_anew : is_early ? Verdict::refused : Verdict::over;
  return finding;
}

}  // namespace podreel::sync

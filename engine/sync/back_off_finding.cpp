#include "engine/sync/back_off_finding.hpp"

namespace podreel::sync {

namespace {

using Verdict = BackOffFinding::Verdict;

Verdict verdict_of(const std::optional<Backoff::Standing>& standing, sim::Time since, sim::Time now) {
  if (!standing) return Verdict::begins;
  if (standing->is_forgotten) return Verdict::begins_anew;
  return now - since < standing->delay ? Verdict::refused : Verdict::over;
}

}  // namespace

BackOffFinding finding_of_start(const Backoff& backoff, const api::Text& key, const std::string& container,
                                sim::Time exited_at, sim::Time now) {
  const auto standing = backoff.standing(key, exited_at);
  return {.of = BackOffFinding::Of::start,
          .verdict = verdict_of(standing, exited_at, now),
          .container = container,
          .since = exited_at,
          .delay = standing ? standing->delay : sim::Duration{},
          .forgotten_after = backoff.forget_after()};
}

BackOffFinding finding_of_pull(const Backoff& backoff, const api::Text& key, const std::string& container,
                               const std::string& image, sim::Time now) {
  const auto standing = backoff.standing(key, now);
  const sim::Time failed_at = standing ? standing->last_update : now;
  return {.of = BackOffFinding::Of::pull,
          .verdict = verdict_of(standing, failed_at, now),
          .container = container,
          .image = image,
          .since = failed_at,
          .delay = standing ? standing->delay : sim::Duration{},
          .forgotten_after = backoff.forget_after()};
}

}  // namespace podreel::sync

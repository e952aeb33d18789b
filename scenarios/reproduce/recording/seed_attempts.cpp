#include "scenarios/reproduce/recording/seed_attempts.hpp"

#include <optional>
#include <utility>

namespace podreel::reproduce {

bool is_nearer(const ReplayAttempt& one, const ReplayAttempt& other) {
  if (!one.difference || !other.difference) return !one.difference && other.difference;
  return std::pair{one.difference->at, one.difference->agreed} >
         std::pair{other.difference->at, other.difference->agreed};
}

std::vector<ReplayAttempt> seed_attempts(const Recording& recording, std::uint64_t seed,
                                         const std::function<bool()>& should_continue) {
  constexpr std::size_t max_attempts = 4;
  std::vector<ReplayAttempt> attempts{attempt_replay(recording, seed)};
  while (attempts.back().difference && attempts.size() < max_attempts && (!should_continue || should_continue())) {
    std::optional<ReplayAttempt> as_recorded = attempt_recorded_phases(recording, attempts.back());
    if (!as_recorded) break;
    const bool goes_on = attempts.size() == 1 || is_nearer(*as_recorded, attempts.back());
    attempts.push_back(*std::move(as_recorded));
    if (!goes_on) break;
  }
  return attempts;
}

}  // namespace podreel::reproduce

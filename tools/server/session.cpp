#include "tools/server/session.hpp"

namespace podreel::server {

void Session::catch_up(WallTime now) {
  constexpr sim::Duration longest_stride = std::chrono::minutes{10};
  wall = now;
  if (pace.speed() <= 0) return;
  const sim::Duration due = pace.due(now);
  const sim::Duration behind = due - simulation.elapsed();
  simulation.advance_to(simulation.elapsed() + std::min(behind, longest_stride));
  if (behind > longest_stride) pace.go_on(pace.speed(), simulation.elapsed(), now);
}

void Session::remember(const Request& request) {
  constexpr std::size_t most_bytes = 64 * 1024 * 1024;
  if (is_too_long) return;
  journal_bytes += sizeof(JournalEntry) + request.target.size() + request.body.size();
  if (journal_bytes > most_bytes) {
    is_too_long = true;
    return journal.clear();
  }
  journal.push_back({simulation.elapsed(), request});
}

}  // namespace podreel::server

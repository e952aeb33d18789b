#include "tools/serve/session.hpp"

#include <algorithm>
#include <chrono>
#include <exception>

#include "engine/invariant.hpp"

namespace podreel::serve {

void Session::catch_up(const std::function<WallTime()>& clock) {
  if (!failure.empty()) return;
  try {
    advance_to_pace(clock);
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

void Session::advance_to_pace(const std::function<WallTime()>& clock) {
  constexpr auto patience = std::chrono::milliseconds{50};
  const WallTime began = clock();
  wall = began;
  for (sim::Duration stride = std::chrono::milliseconds{100}; pace.speed() > 0; stride *= 2) {
    const sim::Duration behind = pace.due(wall) - simulation.elapsed();
    simulation.advance_to(simulation.elapsed() + std::min(behind, stride));
    if (behind <= stride) return;
    wall = clock();
    if (wall - began > patience) return pace.set_speed(pace.speed(), simulation.elapsed(), wall);
  }
}

void Session::fail(const std::string& why) {
  if (failure.empty()) failure = why;
}

void Session::remember(const Request& request) {
  const std::size_t max_bytes = std::min(budget.eighths(1), 64 * net::MemoryBudget::mebibyte);
  if (is_too_long) return;
  PODREEL_INVARIANT(journal.empty() || journal.back()->at <= simulation.elapsed(), "requests are remembered in order");
  const std::size_t bytes = sizeof(JournalEntry) + request.target.capacity() + request.body.capacity();
  journal_bytes += bytes;
  if (journal_bytes > max_bytes) {
    is_too_long = true;
    return journal.clear();
  }
  journal.push_back(std::make_shared<JournalEntry>(
      JournalEntry{simulation.elapsed(), request, 0, budget.charge(net::MemoryUse::journal, bytes)}));
}

SessionHistory Session::history() const {
  return {.scenario = simulation.scenario(),
          .generation = simulation.generation(),
          .elapsed = simulation.elapsed(),
          .journal = journal,
          .is_too_long = is_too_long,
          .budget = budget};
}

}  // namespace podreel::serve

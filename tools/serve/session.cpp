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
  append({.at = simulation.elapsed(), .request = request});
}

void Session::append(JournalEntry entry) {
  const std::size_t max_bytes = std::min(budget.eighths(1), 64 * net::MemoryBudget::mebibyte);
  if (is_too_long) return;
  PODREEL_INVARIANT(journal.empty() || journal.back()->at <= entry.at, "requests are remembered in order");
  const std::size_t bytes = sizeof entry + entry.request.target.capacity() + entry.request.body.capacity();
  journal_bytes += bytes;
  if (journal_bytes > max_bytes) {
    is_too_long = true;
    return journal.clear();
  }
  entry.charge = budget.charge(net::MemoryUse::journal, bytes);
  journal.push_back(std::make_shared<JournalEntry>(std::move(entry)));
}

void Session::continue_versions() {
  const sim::Duration now = simulation.elapsed();
  std::erase_if(journal, [now](const auto& entry) { return entry->at > now; });
  // A mark that nothing follows has no effect beside the new one.
  if (!journal.empty() && journal.back()->last_version > 0 && journal.back()->at == now) journal.pop_back();
  journal_bytes = 0;
  for (const auto& entry : journal) journal_bytes += entry->charge.bytes();
  simulation.continue_versions(last_version);
  append({.at = now, .last_version = last_version});
}

SessionHistory Session::history() const {
  return {.scenario = simulation.scenario(),
          .generation = simulation.generation(),
          .start = simulation.given_start(),
          .elapsed = simulation.elapsed(),
          .journal = journal,
          .is_too_long = is_too_long,
          .budget = budget};
}

}  // namespace podreel::serve

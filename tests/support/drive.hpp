// Runs coroutines of the simulation from tests, which cannot await.
#pragma once

#include <optional>
#include <utility>

#include "engine/sim/task.hpp"

namespace podreel::testing {

/// What a coroutine has returned, once it has.
template <class T>
using Outcome = std::optional<T>;

template <class T>
sim::Task<> keep(sim::Task<T> task, Outcome<T>& outcome) {
  T value = co_await std::move(task);
  outcome.emplace(std::move(value));
}

/// Starts `task`; `outcome` must outlive it.
template <class T>
void start(const sim::Process& process, sim::Task<T> task, Outcome<T>& outcome) {
  sim::spawn(process, keep(std::move(task), outcome));
}

/// Runs the simulation until `task` has returned. Throws `std::bad_optional_access` if it never does.
template <class T>
T drive(const sim::Process& process, sim::Task<T> task) {
  Outcome<T> outcome;
  start(process, std::move(task), outcome);
  while (!outcome && process.scheduler().run_one()) {
  }
  return std::move(outcome).value();
}

}  // namespace podreel::testing

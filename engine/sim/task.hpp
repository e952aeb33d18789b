// Coroutines on simulated time.
#pragma once

#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <utility>

#include "engine/sim/process.hpp"

namespace podreel::sim {

/// What a coroutine of the simulation returns.
template <class T = void>
using Task = boost::asio::awaitable<T, Executor>;

inline constexpr boost::asio::use_awaitable_t<Executor> use_task{};

/// Starts `task` on `process`. An exception that leaves it leaves `Scheduler::run_one`, too: it is a defect of podreel.
template <class T>
void spawn(const Process& process, Task<T> task) {
  boost::asio::co_spawn(process.executor(), std::move(task), [](std::exception_ptr error, auto&&...) {
    if (error) std::rethrow_exception(error);
  });
}

/// Completes at `when`, on any completion token. By default it is to be awaited at once: that needs no coroutine frame
/// of its own.
template <class Token = boost::asio::deferred_t>
auto sleep_until(const Process& process, Time when, Token token = {}) {
  return boost::asio::async_initiate<Token, void()>(
      [&process, when](auto handler) { process.at(when, Callback{std::move(handler)}); }, token);
}

/// Completes after `delay`. A delay of zero still lets everything that is due now go first.
template <class Token = boost::asio::deferred_t>
auto sleep_for(const Process& process, Duration delay, Token token = {}) {
  return sleep_until(process, process.now() + delay, std::move(token));
}

}  // namespace podreel::sim

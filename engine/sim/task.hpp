// Coroutines on simulated time.
#pragma once

#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/version.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "engine/memory/recycled_memory.hpp"
#include "engine/sim/process.hpp"

// This file uses boost::asio::detail, which may change with any release of Boost. Tested: Boost 1.81 (Debian 12)
// and 1.83 (Debian 13).
#if (BOOST_VERSION < 108100 || BOOST_VERSION >= 108400) && !defined(PODREEL_UNTESTED_BOOST)
#error "podreel is tested with Boost 1.81 to 1.83; define PODREEL_UNTESTED_BOOST to try another release"
#endif

// Asio recycles frames in the threads that run its own contexts; the simulation runs in none.
template <>
inline void* boost::asio::detail::awaitable_frame_base<podreel::sim::Executor>::operator new(std::size_t size) {
  return podreel::memory::allocate_recycled(size);
}
template <>
inline void boost::asio::detail::awaitable_frame_base<podreel::sim::Executor>::operator delete(void* frame,
                                                                                               std::size_t size) {
  podreel::memory::free_recycled(frame, size);
}

namespace podreel::sim {

/// Return type of the simulation's coroutines.
template <class T = void>
using Task = boost::asio::awaitable<T, Executor>;

inline constexpr boost::asio::use_awaitable_t<Executor> use_task{};

/// The bottom of a coroutine that nobody awaits.
using EntryPoint = boost::asio::awaitable<boost::asio::detail::awaitable_thread_entry_point, Executor>;

[[nodiscard]] inline EntryPoint entry_point_of(Task<> task) {
  co_await std::move(task);
}

/// Runs `task` on `process` until it waits for the first time.
inline void launch(const Process& process, EntryPoint entry) {
  boost::asio::detail::awaitable_thread<Executor>{std::move(entry), process.executor(), {}, {}}.launch();
}
inline void launch(const Process& process, Task<> task) {
  launch(process, entry_point_of(std::move(task)));
}

/// Starts `task` on `process`, behind all that is already due. An exception that leaves it leaves `Scheduler::run_one`,
/// too: it is a defect of podreel.
///
/// Like `boost::asio::co_spawn`, except that it queues no completion event when the task has ended.
inline void spawn(const Process& process, Task<> task) {
  process.post(
      Callback{[&process, entry = entry_point_of(std::move(task))]() mutable { launch(process, std::move(entry)); }});
}

/// Queues the handler of a sleep. Where a coroutine awaits one, this object is in the coroutine's frame, and its
/// address hints at that frame: with many sleepers it has left the caches by the time its turn comes. For other
/// completion tokens the hint is wrong and harmless.
class SleepStart {
 public:
  SleepStart(const Process& process, Time when) noexcept : process_{process}, when_{when} {}

  template <class Handler>
  void operator()(Handler&& handler) && {
    process_.at(when_, Callback{Wake<std::decay_t<Handler>>{this, std::forward<Handler>(handler)}});
  }

 private:
  template <class Handler>
  struct Wake {
    const void* frame;
    Handler handler;

    void operator()() { std::move(handler)(); }
    void prefetch() const noexcept {
      constexpr std::ptrdiff_t cache_line = 64;
      for (std::ptrdiff_t line = -3; line <= 0; ++line) {
        __builtin_prefetch(static_cast<const char*>(frame) + line * cache_line);
      }
    }
  };

  const Process& process_;
  Time when_;
};

/// Completes at `when`, on any completion token. By default it is to be awaited at once: that needs no coroutine frame
/// of its own.
template <class Token = boost::asio::deferred_t>
auto sleep_until(const Process& process, Time when, Token token = {}) {
  return boost::asio::async_initiate<Token, void()>(SleepStart{process, when}, token);
}

/// Completes after `delay`. A delay of zero still lets everything that is due now go first.
template <class Token = boost::asio::deferred_t>
auto sleep_for(const Process& process, Duration delay, Token token = {}) {
  return sleep_until(process, process.now() + delay, std::move(token));
}

/// Suspends the coroutine, which awaits it immediately, until the event that `parked` receives is woken.
template <class Parked>
auto park(const Process& process, Parked parked) {
  return boost::asio::async_initiate<const boost::asio::deferred_t, void()>(
      [&process, parked = std::move(parked)](auto handler) { parked(process.park(Callback{std::move(handler)})); },
      boost::asio::deferred);
}

}  // namespace podreel::sim

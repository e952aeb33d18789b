// The hold model: a number of pending events, each of which schedules its successor. Compares timers and coroutines
// with a plain heap.
#include <array>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/sim/random.hpp"
#include "engine/sim/task.hpp"

namespace podreel::sim {

namespace {

/// Precomputed delays, so that their generation is not measured.
class Delays {
 public:
  Delays() {
    constexpr std::uint64_t max_delay = 2'000'000;
    for (std::size_t index = 0; index < delays_.size(); ++index) {
      delays_[index] = Duration{1 + static_cast<Duration::rep>(scale_below(mix(index), max_delay))};
    }
  }
  Duration next() noexcept { return delays_[next_++ % delays_.size()]; }

 private:
  std::array<Duration, 1U << 16U> delays_{};
  std::size_t next_ = 0;
};

/// A 4-ary heap of 24-byte events whose root is replaced in one operation: the lower bound of heap-based schedulers.
class RawHeap {
 public:
  explicit RawHeap(std::size_t size) {
    for (std::size_t index = 0; index < size; ++index) {
      events_.push_back({Time{delays_.next()}, sequence_++, static_cast<std::uint32_t>(index), 0});
    }
    for (std::size_t index = size; index-- > 0;) sift_down(events_[index], index);
  }

  std::uint32_t step() noexcept {
    QueuedEvent event = events_.front();
    const std::uint32_t ran = event.slot;
    event.time += delays_.next();
    event.sequence = sequence_++;
    sift_down(event, 0);
    return ran;
  }

 private:
  void sift_down(QueuedEvent event, std::size_t index) noexcept {
    constexpr std::size_t arity = 4;
    const std::size_t count = events_.size();
    for (std::size_t first = index * arity + 1; first < count; first = index * arity + 1) {
      std::size_t smallest = first;
      for (std::size_t child = first + 1; child < std::min(first + arity, count); ++child) {
        if (events_[child].before(events_[smallest])) smallest = child;
      }
      if (!events_[smallest].before(event)) break;
      events_[index] = events_[smallest];
      index = smallest;
    }
    events_[index] = event;
  }

  Delays delays_;
  std::uint64_t sequence_ = 0;
  std::vector<QueuedEvent> events_;
};

void bare_heap(benchmark::State& state) {
  RawHeap heap{static_cast<std::size_t>(state.range(0))};
  for (auto _ : state) benchmark::DoNotOptimize(heap.step());
  state.SetItemsProcessed(state.iterations());
}

struct Timer {
  const Process* process;
  Delays* delays;
  void operator()() const { process->after(delays->next(), *this); }
};

void callbacks(benchmark::State& state) {
  Delays delays;
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  for (std::int64_t index = 0; index < state.range(0); ++index) Timer{&process, &delays}();
  for (auto _ : state) scheduler.run_one();
  state.SetItemsProcessed(state.iterations());
}

Task<> sleeper(const Process& process, Delays& delays) {
  for (;;) co_await sleep_for(process, delays.next());
}

void coroutines(benchmark::State& state) {
  Delays delays;
  Scheduler scheduler{Time{}};
  const Process process{scheduler};
  for (std::int64_t index = 0; index < state.range(0); ++index) spawn(process, sleeper(process, delays));
  scheduler.run_until(Time{});
  for (auto _ : state) scheduler.run_one();
  state.SetItemsProcessed(state.iterations());
  scheduler.clear();
}

constexpr std::int64_t few = 300;
constexpr std::int64_t many = 10'000;
constexpr std::int64_t very_many = 1'000'000;

BENCHMARK(bare_heap)->Arg(few)->Arg(many)->Arg(very_many);
BENCHMARK(callbacks)->Arg(few)->Arg(many)->Arg(very_many);
BENCHMARK(coroutines)->Arg(few)->Arg(many)->Arg(very_many);

}  // namespace

}  // namespace podreel::sim

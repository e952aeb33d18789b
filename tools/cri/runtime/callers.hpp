// Callers of the simulated runtime: one process per call.
#pragma once

#include <list>
#include <memory>
#include <utility>

#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "runtime_fake/fake_runtime.hpp"

namespace podreel::cri {

/// A client's call. When the client cancels it, the caller's process ends: a StopContainer in progress sends no
/// SIGKILL, a call that waits for a hanging runtime is not performed, and other calls are completed without an answer.
class Caller {
 public:
  explicit Caller(sim::Scheduler& scheduler) noexcept : process_{scheduler} {}

  [[nodiscard]] const sim::Process& process() const noexcept { return process_; }
  void give_up() noexcept { process_.end(); }

 private:
  friend class Callers;
  sim::Process process_;
  bool is_served_ = false;
};

class Callers {
 public:
  Callers(sim::Scheduler& scheduler, const runtime_fake::FakeRuntime& runtime)
      : scheduler_{scheduler}, runtime_{runtime} {}

  /// Runs the task that `serve` creates for the new caller. The caller is kept until the task has ended or can never
  /// continue.
  template <class Serve>
  Caller& begin(Serve serve) {
    forget_served();
    Caller& caller = callers_.emplace_back(scheduler_);
    sim::launch(caller.process(), run(std::make_unique<Served>(caller), serve(caller.process())));
    return caller;
  }

  /// Answers none of the calls in progress.
  void give_up() noexcept {
    for (Caller& caller : callers_) caller.give_up();
  }

  /// Returns the number of kept callers, for tests.
  [[nodiscard]] std::size_t count() {
    forget_served();
    return callers_.size();
  }

 private:
  /// Records the end of a coroutine, also after an exception or destruction.
  class Served {
   public:
    explicit Served(Caller& caller) noexcept : caller_{caller} {}
    ~Served() { caller_.is_served_ = true; }
    Served(const Served&) = delete;
    Served& operator=(const Served&) = delete;

   private:
    Caller& caller_;
  };

  [[nodiscard]] static sim::Task<> run(std::unique_ptr<Served> /*until_the_end*/, sim::Task<> task) {
    co_await std::move(task);
  }

  void forget_served();

  sim::Scheduler& scheduler_;
  const runtime_fake::FakeRuntime& runtime_;
  std::list<Caller> callers_;
};

}  // namespace podreel::cri

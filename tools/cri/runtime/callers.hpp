// Who waits for answers of the simulated runtime: one short life for every call.
#pragma once

#include <list>
#include <memory>
#include <utility>

#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "runtime_fake/fake_runtime.hpp"

namespace podreel::cri {

/// A client's call. When it is given up, the runtime sees a caller that has ended: a StopContainer under way does not
/// come to its SIGKILL, a call at the door of a runtime that hangs is not carried out, anything else is finished
/// unheard.
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

  /// Runs the task that `serve` makes for the new caller. The caller stays until the task has ended, or can never go
  /// on.
  template <class Serve>
  Caller& begin(Serve serve) {
    forget_served();
    Caller& caller = callers_.emplace_back(scheduler_);
    sim::launch(caller.process(), run(std::make_unique<Served>(caller), serve(caller.process())));
    return caller;
  }

  /// Those that are remembered, for tests.
  [[nodiscard]] std::size_t count() {
    forget_served();
    return callers_.size();
  }

 private:
  /// Notes the end of a coroutine, however it comes.
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

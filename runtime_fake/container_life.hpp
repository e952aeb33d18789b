// Runs and ends of containers.
#pragma once

#include <optional>
#include <string_view>

#include "engine/sim/process.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "runtime_fake/inventory.hpp"

namespace podreel::runtime_fake {

inline constexpr std::int32_t exit_code_of_sigkill = 137;

/// Starts containers, plays their scripts, delivers signals. Records every exit in the timeline.
class ContainerLife {
 public:
  ContainerLife(const sim::Process& process, timing::Timing& timing, Inventory& inventory, trace::Recorder& recorder)
      : process_{process}, timing_{timing}, inventory_{inventory}, recorder_{recorder} {}

  /// Runs a created container; this is its pod's n-th start of that name.
  void start(PodEntry& pod, Container& container);

  /// The run that a container is in; no value if it does not run, or does not follow a script.
  [[nodiscard]] static std::optional<RunPlace> place_of_run(const PodEntry& pod, const Container& container);
  /// Lets a container go on, whose `exit_at` is known, in the run that it was in elsewhere.
  void resume(PodEntry& pod, Container& container, const std::optional<RunPlace>& place);

  /// Leaves a created container as one whose start failed: exited with 128, "StartError", without a start time.
  void fail_start(PodEntry& pod, Container& container, std::string_view error);

  /// Lets a running container react as its script says. A second SIGTERM changes nothing.
  void terminate(PodEntry& pod, Container& container);

  /// When a running container will have reacted to a SIGTERM delivered now; no value if it ignores it.
  [[nodiscard]] std::optional<sim::Time> reaction_to_term(const Container& container) const;

  /// Ends a running container at this instant. `why` as in `trace::World`; `reason` empty: "Completed" or "Error".
  void exit(PodEntry& pod, Container& container, std::int32_t exit_code, std::string_view why,
            std::string_view reason = {});

  /// SIGKILL.
  void kill(PodEntry& pod, Container& container, std::string_view why);
  void kill_all_in(PodEntry& pod, const memory::Text& sandbox_id, std::string_view why);

  /// Calls `watcher` once the container has exited; it must be running.
  sim::EventId on_exit(Container& container, sim::Callback watcher);
  /// Takes a watcher back that has not been called.
  void forget(Container& container, sim::EventId watcher);

 private:
  /// Total run time of a container that ends by itself and runs now.
  [[nodiscard]] sim::Duration length_of_run(const Container& container) const;
  void exit_later(PodEntry& pod, Container& container, sim::Time when, std::int32_t exit_code, bool by_signal);
  void exit_with(PodEntry& pod, Container& container, std::int32_t exit_code, std::string_view why, Name reason);

  const sim::Process& process_;
  timing::Timing& timing_;
  Inventory& inventory_;
  trace::Recorder& recorder_;
  NamePool words_;
};

}  // namespace podreel::runtime_fake

// The ends of a container's runs, as far as the evidence shows them.
#pragma once

#include <cstdint>
#include <optional>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/plan.hpp"

namespace podreel::reproduce {

/// Reads the evidence of a container's runs: its state, events about it, and rows of `kubectl get pods`. `seen`,
/// `container` and `plan` must outlive it.
class ContainerStory {
 public:
  ContainerStory(const SeenPod& pod, const ContainerPlan& container, const Plan& plan);

  /// Whether the container exited by itself. One sign suffices.
  [[nodiscard]] bool crashes() const;
  /// Whether its current run continues. The first rule that applies decides:
  ///
  /// | the evidence shows                                                   | it goes on       |
  /// | -------------------------------------------------------------------- | ---------------- |
  /// | one ended run, and neither state nor restarts                         | unless held back |
  /// | rows: a later init container, or the containers behind the last       | yes              |
  /// | last row: Running, with all containers ready or no back-off           | yes              |
  /// | it is held back: CrashLoopBackOff, or a back-off's event              | no               |
  /// | state Running, or ready                                               | yes              |
  /// | anything else                                                         | no               |
  [[nodiscard]] bool is_ongoing() const;
  [[nodiscard]] std::uint32_t restarts() const;
  /// End of its last or only run; no value if nothing shows it.
  [[nodiscard]] std::optional<Ended> ended() const;

 private:
  [[nodiscard]] bool is_shown_by_rows() const;
  [[nodiscard]] std::uint32_t row_restarts() const;
  [[nodiscard]] bool has_back_off_event() const;
  [[nodiscard]] bool waits_in_back_off() const;
  [[nodiscard]] bool is_held_back() const { return waits_in_back_off() || has_back_off_event(); }
  [[nodiscard]] bool has_ended_in_rows() const;
  [[nodiscard]] bool has_started_again() const;
  [[nodiscard]] bool has_only_last_state() const;
  [[nodiscard]] bool is_init_done_in_rows() const;
  [[nodiscard]] bool runs_in_last_row() const;
  [[nodiscard]] bool runs_in_state() const;

  const SeenPod& pod_;
  const ContainerPlan& container_;
  const Plan& plan_;
  /// Null without a status or description of the container.
  const SeenContainer* seen_;
  bool rows_show_it_;
};

}  // namespace podreel::reproduce

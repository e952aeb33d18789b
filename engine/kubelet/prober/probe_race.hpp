// A probe that is under way while its pod is synced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/invariant.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// The steps of a sync that look at what probes have found out, or that a probe's result can overtake.
enum class SyncStep : std::uint8_t { build_status, report_status, decide, done };

/// Before which step of one sync the probe answers is a race: a result that comes between the building of a status and
/// its report is taken back by that report, and one that comes after the decision waits for the next sync.
class ProbeRace {
 public:
  /// All must outlive the race.
  ProbeRace(const sim::Process& process, const timing::Timing& timing, timing::Stream& choice,
            const release::Behaviour& behaviour) noexcept
      : process_{process},
        timing_{timing},
        choice_{choice},
        under_way_row_{timing::either(behaviour, timing::probe_answer, timing::probe_answer_before)},
        triggered_row_{timing::either(behaviour, timing::probe_answer, timing::triggered_probe_answer)} {}

  /// A probe is under way before the status is built.
  void enter_under_way() { enter(under_way_row_, SyncStep::build_status, {}); }
  /// The sync's status has triggered a probe, which begins after `delay`.
  void enter_triggered(sim::Duration delay) { enter(triggered_row_, SyncStep::report_status, delay); }

  /// The probe answers just before `step`: `wait` is to be awaited then.
  [[nodiscard]] bool answers_before(SyncStep step) const noexcept { return answer_ == step; }
  [[nodiscard]] auto wait() const { return sim::sleep_for(process_, wait_); }

 private:
  void enter(const timing::Race& row, SyncStep next, sim::Duration delay) {
    if (answer_) return;
    answer_ = static_cast<SyncStep>(choice_.draw(row, static_cast<std::size_t>(next)));
    PODREEL_INVARIANT(*answer_ >= next, "a probe that is under way answers later");
    const bool only_known = choice_.draw(timing::probe_answer_is_only_known);
    wait_ = delay + timing_.takes(only_known ? timing::probe_answer_known : timing::probe_answer_written);
  }

  const sim::Process& process_;
  const timing::Timing& timing_;
  timing::Stream& choice_;
  const timing::Race& under_way_row_;
  const timing::Race& triggered_row_;
  std::optional<SyncStep> answer_;
  sim::Duration wait_{};
};

}  // namespace podreel::kubelet

// A probe that is under way while its pod is synced.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <optional>

#include "engine/kubelet/prober/probe_worker.hpp"
#include "engine/sim/choices.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

/// The steps of a sync that look at what probes have found out, or that a probe's result can overtake.
enum class SyncStep : std::uint8_t { build_status, report_status, decide, done };

/// Before which step of one sync the probe answers is a race: a result that comes between the building of a status and
/// its report is taken back by that report, and one that comes after the decision waits for the next sync.
class ProbeRace {
 public:
  /// `odds`: how often a probe answers before each of the steps, relative to each other.
  using Odds = std::array<std::uint64_t, static_cast<std::size_t>(SyncStep::done) + 1>;

  ProbeRace(const sim::Process& process, sim::ChoiceStream& choice, const Odds& odds) noexcept
      : process_{process}, choice_{choice}, odds_{odds} {}

  /// A probe is under way before `next` is done.
  void enter(SyncStep next) {
    if (answer_) return;
    auto step = static_cast<std::size_t>(next);
    const auto first = odds_.begin() + static_cast<std::ptrdiff_t>(step);
    std::uint64_t drawn = choice_.index_below(std::accumulate(first, odds_.end(), std::uint64_t{}));
    while (drawn >= odds_[step]) drawn -= odds_[step++];
    answer_ = static_cast<SyncStep>(step);
    wait_ = choice_.chance(1, 2) ? until_known : until_written;
  }

  /// The probe answers just before `step`: `wait` is to be awaited then.
  [[nodiscard]] bool answers_before(SyncStep step) const noexcept { return answer_ == step; }
  [[nodiscard]] auto wait() const { return sim::sleep_for(process_, wait_); }

 private:
  static constexpr sim::Duration until_known = ProbeWorker::longest_latency;
  /// What the probe found out has even been written to the API by then (measured: a sync can be 7 ms late).
  static constexpr sim::Duration until_written = std::chrono::milliseconds{7};

  const sim::Process& process_;
  sim::ChoiceStream& choice_;
  Odds odds_;
  std::optional<SyncStep> answer_;
  sim::Duration wait_{};
};

}  // namespace podreel::kubelet

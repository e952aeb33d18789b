// State of a back-off when a sync was about to start a container or to pull its image.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/runtime_objects.hpp"
#include "engine/sim/time.hpp"
#include "engine/sync/backoff.hpp"

namespace podreel::sync {

struct BackOffFinding {
  enum class Of : std::uint8_t { start, pull };
  enum class Verdict : std::uint8_t {
    /// The back-off has not ended.
    refused,
    /// The back-off has ended.
    over,
    /// There was no back-off.
    begins,
    /// The back-off was reset: the container ran for long enough, or no pull failed for long enough.
    begins_anew,
    /// The container has restarted before, but its back-off is gone: client-go removes one that was not updated for
    /// long enough, and a kubelet that restarts has none.
    forgotten,
  };

  Of of = Of::start;
  Verdict verdict = Verdict::refused;
  std::string container;
  /// Empty for a start.
  std::string image{};
  /// The container's last exit, or the last failed pull, which may be one of this sync.
  sim::Time since{};
  /// Exit code of that exit; 0 of a pull.
  std::int32_t exit_code = 0;
  /// Time that has to pass since then; zero without a back-off.
  sim::Duration delay{};
  /// Back-off after the next exit, for a start that was not refused.
  sim::Duration next_delay{};
  /// Time after which the back-off is reset.
  sim::Duration forgotten_after{};
};

using BackOffFindings = std::vector<BackOffFinding>;

/// Returns the state of the back-off of a container whose last instance is `exited`.
[[nodiscard]] BackOffFinding finding_of_start(const Backoff& backoff, const memory::Text& key,
                                              const runtime::ContainerStatus& exited, sim::Time now);

/// Returns the state of the back-off of a pull.
[[nodiscard]] BackOffFinding finding_of_pull(const Backoff& backoff, const memory::Text& key,
                                             const std::string& container, const std::string& image, sim::Time now);

}  // namespace podreel::sync

// The answer of a back-off to a sync that wanted to start a container, or to pull its image.
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
    /// Too early.
    refused,
    /// Long enough ago.
    over,
    /// There was none before.
    begins,
    /// Whatever there was is forgotten: the container has run, or nothing has been pulled in vain, for too long.
    begins_anew,
  };

  Of of = Of::start;
  Verdict verdict = Verdict::refused;
  std::string container;
  /// Only of a pull.
  std::string image{};
  /// The container's last exit, or the last failed pull, which may be one of this sync.
  sim::Time since{};
  /// Time that has to pass since then; zero where none has to.
  sim::Duration delay{};
  /// Time that will have to pass since the next exit, of a start that was not refused.
  sim::Duration next_delay{};
  /// After how long it is forgotten.
  sim::Duration forgotten_after{};
};

using BackOffFindings = std::vector<BackOffFinding>;

/// The finding about a container whose last instance is `exited`.
[[nodiscard]] BackOffFinding finding_of_start(const Backoff& backoff, const memory::Text& key,
                                              const runtime::ContainerStatus& exited, sim::Time now);

/// The finding about a pull.
[[nodiscard]] BackOffFinding finding_of_pull(const Backoff& backoff, const memory::Text& key,
                                             const std::string& container, const std::string& image, sim::Time now);

}  // namespace podreel::sync

// Command lines that replay runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"

namespace podreel::cli {

/// Returns `podreel VERB FILE…` with the given options that affect the run.
[[nodiscard]] std::string verb_command(std::string_view verb, const RunOptions& options);

/// Returns the given options that affect the run: " --kubelet-version 1.28 --seed 7 …".
[[nodiscard]] std::string replay_arguments(const RunOptions& options);

/// Returns `podreel VERB FILE …` for one of the runs that `options` select; `seed` replaces their seed.
[[nodiscard]] std::string replay_command(const format::Scenario& scenario, const RunOptions& options,
                                         std::optional<std::uint64_t> seed = std::nullopt,
                                         std::string_view verb = "run");

}  // namespace podreel::cli

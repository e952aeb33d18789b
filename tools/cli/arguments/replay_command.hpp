// The command line that replays a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "scenarios/format/scenario.hpp"
#include "tools/cli/arguments/run_options.hpp"

namespace podreel::cli {

/// `podreel VERB FILE…` with the options that decide what happens, as they were given.
[[nodiscard]] std::string verb_command(std::string_view verb, const RunOptions& options);

/// " --kubelet-version 1.28 --seed 7 …": the options that decide what happens, as they were given.
[[nodiscard]] std::string replay_arguments(const RunOptions& options);

/// `podreel run FILE` for one of the runs that `options` make of their files; `seed` in place of theirs.
[[nodiscard]] std::string replay_command(const language::Scenario& scenario, const RunOptions& options,
                                         std::optional<std::uint64_t> seed = std::nullopt);

}  // namespace podreel::cli

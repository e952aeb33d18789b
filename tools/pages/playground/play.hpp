// Scenarios from the page's editor: checked, replayed, judged.
#pragma once

#include <cstddef>
#include <string>

#include "engine/sim/time.hpp"
#include "tools/pages/playground/request.hpp"

namespace podreel::playground {

// What one request may cost, with some ten seconds and a gigabyte at worst: who wants more has the command.

/// Runs side by side, as on the page of `podreel report`.
inline constexpr std::size_t most_runs = 8;
/// Records of all runs of a request together.
inline constexpr std::size_t most_records = 60'000;
/// Of a run.
inline constexpr sim::Duration longest_run = std::chrono::hours{24 * 7};

/// {"problems": [...], "warnings": [...], "runs": ["crash-loop", …]}: what is wrong with the scenario `text`, each with
/// "line" and "column" (from 1, columns in bytes; 0: unknown), "path" and "message"; and the runs that it asks for.
[[nodiscard]] std::string check(const Request& request);

/// Replays `text`: once, or with each of `kubelets`, of which "" is that of the scenario; with `seed` and up to `until`
/// ("10m") in place of its own. With `question`, only up to where the question of that place is asked. What check()
/// says without "runs", and where nothing is wrong "page" (run_page_data.hpp), "questions" without their answers, and
/// of "expectations" how many there are, how many "held", and what was seen instead of the rest. Of several runs,
/// questions and expectations are those of the first.
[[nodiscard]] std::string play(const Request& request);

/// Which choices of the question at place `question` the run of `text` shows to be right ("right": one, or the run is
/// not what the question is about), and "because" of each choice why it is, or is not.
[[nodiscard]] std::string judge(const Request& request);

}  // namespace podreel::playground

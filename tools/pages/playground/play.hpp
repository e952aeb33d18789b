// Checks, replays, quizzes and exercises of scenarios from the page's editor.
#pragma once

#include <cstddef>
#include <string>

#include "engine/sim/time.hpp"
#include "tools/pages/playground/request.hpp"

namespace podreel::playground {

// Limits of a request, which takes at most about ten seconds and a gigabyte; the command has higher limits.

/// Runs side by side, as on the page of `podreel report`.
inline constexpr std::size_t max_runs = 8;
/// Records of all runs of a request together.
inline constexpr std::size_t max_records = 60'000;
/// Maximum duration of a run.
inline constexpr sim::Duration max_run_length = std::chrono::hours{24 * 7};

/// Returns {"problems": [...], "warnings": [...], "runs": ["crash-loop", …]} for the scenario `text`. Problems and
/// warnings have "line" and "column" (from 1, columns in bytes; 0: unknown), "path" and "message".
[[nodiscard]] std::string check(const Request& request);

/// Replays `text` once, or with each of `kubelets` ("" is the scenario's own). `seed` and `until` ("10m") override the
/// scenario. With `question`, replays only up to the question with that index. Returns the answer of check() without
/// "runs". If there are no problems, adds "page" (run_page_data.hpp), "questions" without answers, and "expectations":
/// "all", the number that "held", and the failures. Questions and expectations are those of the first run.
[[nodiscard]] std::string play(const Request& request);

/// Returns the indices of the choices of `question` that are correct in the run of `text` ("right"; not exactly one if
/// the question does not fit the run), and an explanation of each choice ("because").
[[nodiscard]] std::string grade(const Request& request);

/// Judges `text` as a solution of the exercise of lesson `name`. Returns the answer of check() without "runs"; if there
/// are no problems, adds "all", the number of expectations of the exercise, the number that "held", and the failures in
/// "unmet". If `kubelets` has several, the first one judges.
[[nodiscard]] std::string solve(const Request& request);

}  // namespace podreel::playground

#include "tools/cli/reproduce/match_runs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <fmt/format.h>
#include <mutex>
#include <thread>

#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/reproduce/recording_input.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

MatchOutcome matched(const MatchTask& task, const MatchSettings& settings) {
  const MatchPair& pair = task.pair;
  MatchOutcome outcome{pair};
  const auto begin = std::chrono::steady_clock::now();
  try {
    if (pair.scenario.empty()) throw BadInput{fmt::format("found no scenario for {}", shown(pair.recording))};
    const reproduce::Recording recording = read_recording(pair.scenario, pair.recording, task.load, settings.compared);
    outcome.kubelet_note = kubelet_note(recording);
    outcome.compared = reproduce::count_events(recording.timeline);
    if (outcome.compared == 0) {
      throw BadInput{fmt::format("{}: no record to compare; accepted: records of the kinds that --kinds names",
                                 shown(pair.recording))};
    }
    outcome.found = reproduce::search_choices(recording, search_budget(settings.budget));
    if (outcome.found.nearest.difference)
      outcome.divergence = reproduce::divergence_of(recording, outcome.found.nearest);
  } catch (const BadInput& bad) {
    outcome.refusal = bad.what();
  }
  outcome.took = std::chrono::steady_clock::now() - begin;
  return outcome;
}

}  // namespace

std::vector<MatchOutcome> match_all(const std::vector<MatchTask>& tasks, const MatchSettings& settings,
                                    Context& context) {
  Progress progress{context.diagnostics, context.diagnostics_terminal, "recordings", tasks.size(),
                    Progress::Of::things};
  std::vector<MatchOutcome> outcomes(tasks.size());
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::size_t done = 0;
  std::exception_ptr error;
  const auto work = [&] {
    for (std::size_t index = next++; index < tasks.size(); index = next++) {
      try {
        outcomes[index] = matched(tasks[index], settings);
      } catch (...) {
        const std::lock_guard lock{mutex};
        error = std::current_exception();
        next = tasks.size();
      }
      const std::lock_guard lock{mutex};
      progress.at(++done);
    }
  };
  {
    std::vector<std::jthread> threads;
    const std::size_t count = std::min(jobs_of(settings.jobs, context), tasks.size());
    for (std::size_t thread = 1; thread < count; ++thread) threads.emplace_back(work);
    work();
  }
  if (error) std::rethrow_exception(error);
  return outcomes;
}

}  // namespace podreel::cli

#include "scenarios/explore/counterexample.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdexcept>

#include "engine/invariant.hpp"
#include "scenarios/explore/explained_sync.hpp"
#include "scenarios/explore/json_parts.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/simulation/reduced.hpp"

namespace podreel::explore {

namespace {

using namespace std::chrono_literals;
using nlohmann::ordered_json;

class Reduction {
 public:
  Reduction(const Workload& workload, const Broken& broken, std::size_t max_runs)
      : workload_{workload}, broken_{broken}, max_runs_{max_runs} {}

  std::optional<Counterexample> go() && {
    Counterexample found{
        .invariant = broken_.invariant, .what = {}, .perturbations = broken_.perturbations, .workload = workload_};
    prepare(found.workload.document);
    if (!breaks(found.workload, found.perturbations)) return std::nullopt;
    found.perturbations = simulation::reduced(
        found.perturbations, [&](const Perturbations& fewer) { return breaks(found.workload, fewer); }, max_runs_ / 4);
    if (found.perturbations.size() == 1 && breaks(found.workload, {})) found.perturbations.clear();
    write_into(found.workload.document, found.perturbations);
    leave_out(found.workload);
    round_times(found.workload);
    shorten(found.workload);
    if (!breaks(found.workload, {})) return std::nullopt;
    PODREEL_INVARIANT(found.perturbations.size() <= broken_.perturbations.size(),
                      "shrinking never makes a counterexample larger");
    PODREEL_INVARIANT(runs_ <= max_runs_, "shrinking stays within its budget");
    found.what = what_;
    found.at = at_;
    if (found.at) explain(found);
    describe(found);
    found.runs = runs_;
    return found;
  }

 private:
  /// Removes the scenario's own expectations, which no longer hold.
  void prepare(ordered_json& document) const {
    ordered_json& spec = document["spec"];
    ordered_json expected;
    if (broken_.kept == nullptr) expected = spec["expect"].at(broken_.expectation);
    omit_results(document);
    if (broken_.kept == nullptr) spec["expect"] = ordered_json::array({expected});
    const format::Loaded before = loaded(workload_);
    const sim::Duration usual =
        before.scenarios.empty() ? sim::Duration{} : before.scenarios.front().duration.value_or(10min);
    const sim::Duration rest = broken_.kept == nullptr ? sim::Duration{} : ExplorationPlan{}.rest;
    spec["duration"] = format::duration_text(usual + rest);
  }

  bool breaks(const Workload& workload, const Perturbations& perturbations) {
    if (runs_ == max_runs_) return false;
    ++runs_;
    const format::Loaded read = loaded(workload);
    if (read.scenarios.size() != 1 || !read.warnings.empty()) return false;
    const auto scenario = perturbed(read.scenarios.front(), perturbations);
    if (!scenario) return false;
    return broken_.kept != nullptr ? breaks_invariant(*scenario) : breaks_expectation(*scenario);
  }

  bool breaks_invariant(const format::Scenario& scenario) {
    const WatchedRun run = watch_run(scenario, {.excuse_known_faults = false});
    auto finding = broken_.kept->search(run.history);
    if (!finding) return false;
    what_ = std::move(finding->what);
    at_ = finding->at - run.started_at;
    return true;
  }

  bool breaks_expectation(const format::Scenario& scenario) {
    const WatchedRun run = watch_run(scenario, {.check_expectations = true});
    if (run.failed.empty()) return false;
    what_ = run.failed.front().seen;
    return true;
  }

  /// Never changes the expectation: a part of it would be a different one.
  void leave_out(Workload& workload) {
    const ordered_json expected = workload.document["spec"].value("expect", ordered_json{});
    const auto fails = [&](const ordered_json& smaller) {
      if (!has_part(smaller, ordered_json::json_pointer{"/spec/expect"}, expected)) return false;
      Workload tried = workload;
      tried.document = smaller;
      return breaks(tried, {});
    };
    leave_out_parts(workload.document, fails, max_runs_ / 2);
    for (std::size_t index = workload.manifests.size(); index-- > 0;) {
      Workload tried = workload;
      tried.manifests.erase(tried.manifests.begin() + static_cast<std::ptrdiff_t>(index));
      if (breaks(tried, {})) workload = std::move(tried);
    }
  }

  /// Rounds to whole seconds, tenths …, while the invariant still breaks.
  void round_times(Workload& workload) {
    for (const char* list : {"/spec/timeline", "/spec/runtime/calls", "/spec/volumes"}) {
      const ordered_json::json_pointer place{list};
      if (!workload.document.contains(place)) continue;
      for (std::size_t index = 0; index < workload.document[place].size(); ++index) {
        for (const char* field : {"at", "from", "until"}) round_time(workload, place / index / field);
      }
    }
  }

  void round_time(Workload& workload, const ordered_json::json_pointer& place) {
    if (!workload.document.contains(place)) return;
    const auto parsed = format::parse_duration(workload.document[place].get<std::string>());
    const auto* exact = std::get_if<sim::Duration>(&parsed);
    for (sim::Duration unit = 1s; exact != nullptr && unit > 100ns && *exact % unit != 0ns; unit /= 10) {
      for (const sim::Duration rounded : {*exact - *exact % unit + unit, *exact - *exact % unit}) {
        Workload tried = workload;
        tried.document[place] = format::duration_text(rounded);
        if (!breaks(tried, {})) continue;
        workload = std::move(tried);
        return;
      }
    }
  }

  /// Shortens the scenario to the time until the invariant breaks.
  void shorten(Workload& workload) {
    if (broken_.kept == nullptr || !breaks(workload, {})) return;
    const sim::Duration broken_at = std::chrono::ceil<std::chrono::seconds>(at_.value());
    for (const sim::Duration more : std::array<sim::Duration, 4>{1s, 1min, 5min, 15min}) {
      Workload tried = workload;
      tried.document["spec"]["duration"] = format::duration_text(broken_at + more);
      if (!breaks(tried, {})) continue;
      workload = std::move(tried);
      return;
    }
  }

  static void explain(Counterexample& found) {
    const format::Loaded read = loaded(found.workload);
    const WatchedRun run = watch_run(read.scenarios.front(), {.excuse_known_faults = false, .explain = true});
    found.sync = explained_sync(run, *found.at);
  }

  void describe(Counterexample& found) const {
    ordered_json& document = found.workload.document;
    const std::string name = document["metadata"].value("name", "scenario");
    std::string broken = found.invariant;
    std::erase_if(broken, [](char c) { return c == '[' || c == ']'; });
    document["metadata"]["name"] = fmt::format("{}-{}", name, broken);
    std::string text = fmt::format("This run violates {}{}: {}.\n", found.invariant,
                                   found.at ? " at " + shown_instant(*found.at) : std::string{}, found.what);
    for (const Perturbation& perturbation : found.perturbations) text += fmt::format("{}.\n", perturbation.what);
    if (!found.sync.empty()) text += fmt::format("Explanation of the sync:\n- {}\n", fmt::join(found.sync, "\n- "));
    ordered_json spec{{"description", std::move(text)}};
    for (auto& [key, value] : document["spec"].items()) spec[key] = std::move(value);
    if (broken_.kept != nullptr) spec["expect"] = ordered_json::array({{{"keeps", found.invariant}}});
    document["spec"] = std::move(spec);
  }

  const Workload& workload_;
  const Broken& broken_;
  std::size_t max_runs_;
  std::size_t runs_ = 0;
  std::string what_;
  std::optional<sim::Duration> at_;
};

}  // namespace

std::string shown_instant(sim::Duration at) {
  return format::duration_text(std::chrono::round<std::chrono::milliseconds>(at));
}

std::optional<Counterexample> reduced(const Workload& workload, const Broken& broken, std::size_t max_runs) {
  return Reduction{workload, broken, max_runs}.go();
}

}  // namespace podreel::explore

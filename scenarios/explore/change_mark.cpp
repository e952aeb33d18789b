#include "scenarios/explore/change_mark.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <vector>

#include "engine/trace/digest.hpp"
#include "engine/trace/json_tree.hpp"
#include "scenarios/explore/object_mark.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::explorer {

namespace {

using namespace std::chrono_literals;
using nlohmann::ordered_json;

/// Kinds of records that are most informative for readers, in this order.
constexpr std::array<std::string_view, 8> telling_kinds{"event", "runtime", "status", "probe",
                                                        "sync",  "node",    "loop",   "eventWrite"};
/// Fields with names and times of a single run.
constexpr std::array<const char*, 9> of_one_run{"t",      "kind", "id",          "sandbox", "hash",
                                                "dur_ms", "pod",  "explanation", "from"};

struct Told {
  sim::Duration at{};
  std::size_t kind = 0;
  /// The pattern, as text.
  std::string text;
};

/// Translates a record's fields to those of expectations, and leaves out others.
ordered_json call_pattern(const ordered_json& fields) {
  constexpr std::array<std::pair<const char*, const char*>, 9> names{{{"op", "op"},
                                                                      {"container", "container"},
                                                                      {"attempt", "attempt"},
                                                                      {"sandbox_attempt", "sandboxAttempt"},
                                                                      {"image", "image"},
                                                                      {"timeout", "timeout"},
                                                                      {"command", "command"},
                                                                      {"exitCode", "exitCode"},
                                                                      {"error", "error"}}};
  ordered_json pattern;
  for (const auto& [recorded, expected] : names) {
    if (fields.contains(recorded)) pattern[expected] = fields[recorded];
  }
  return pattern;
}

ordered_json pattern_of(const nlohmann::json& record, std::string_view kind) {
  ordered_json fields = ordered_json(record);
  for (const char* name : of_one_run) fields.erase(name);
  if (kind == "event") {
    fields.erase("type");
    fields.erase("obj");
    return {{"event", std::move(fields)}};
  }
  if (kind == "runtime") return {{"call", call_pattern(fields)}};
  ordered_json whole{{"kind", kind}};
  whole.update(fields);
  return {{"record", std::move(whole)}};
}

/// Collects the records of a run as patterns.
class ToldSink final : public trace::Sink {
 public:
  explicit ToldSink(sim::Time start) : start_{start} {}

  void write(const trace::Record& record) override {
    const nlohmann::json whole = trace::json_of(record, start_);
    const std::string kind = whole.at("kind");
    const auto place = std::ranges::find(telling_kinds, kind);
    if (place == telling_kinds.end()) return;
    told_.push_back({record.time - start_, static_cast<std::size_t>(place - telling_kinds.begin()),
                     pattern_of(whole, kind).dump()});
  }

  [[nodiscard]] const std::vector<Told>& told() const noexcept { return told_; }

 private:
  sim::Time start_;
  std::vector<Told> told_;
};

/// Returns the scenario for a kubelet of that release, with these capabilities inverted.
language::Scenario run_by(language::Scenario scenario, release::Release kubelet,
                          const std::vector<release::Capability>& turned) {
  scenario.node.kubelet.version = kubelet;
  scenario.node.kubelet.turned = turned;
  return scenario;
}

struct ToldRun {
  std::vector<Told> told;
  std::vector<nlohmann::json> objects;

  [[nodiscard]] std::size_t count(const std::string& text) const {
    return static_cast<std::size_t>(std::ranges::count(told, text, &Told::text));
  }
  [[nodiscard]] std::size_t count(const std::string& text, sim::Duration from, sim::Duration until) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        told, [&](const Told& each) { return each.text == text && each.at >= from && each.at <= until; }));
  }
};

/// Runs the scenario with a `Sink` that is constructed from the start time, and passes it and the pods' objects at the
/// end to `use`.
template <class Sink, class Use>
auto told_to(const language::Scenario& scenario, const Use& use) {
  simulation::ReplayOptions options;
  options.until = run_length(scenario);
  options.print_objects = true;
  Sink sink{simulation::start_time(scenario, options)};
  options.sinks = {&sink};
  simulation::ReplayResult result = simulation::replay(scenario, options);
  return use(sink, std::move(result.objects));
}

ToldRun run_of(const language::Scenario& scenario) {
  return told_to<ToldSink>(scenario, [](const ToldSink& sink, std::vector<nlohmann::json> objects) {
    return ToldRun{sink.told(), std::move(objects)};
  });
}

/// The three runs in which a change is searched.
struct Runs {
  ToldRun before;
  ToldRun without;
  ToldRun after;
};

/// Among equally informative kinds, prefers records that one run lacks to records that differ in number.
std::optional<Mark> counted_mark(const Runs& runs) {
  std::optional<std::pair<std::size_t, bool>> rank;
  Mark best;
  for (const ToldRun* run : {&runs.after, &runs.without}) {
    for (const Told& told : run->told) {
      if (rank && *rank <= std::pair{told.kind, false}) continue;
      const std::size_t after = runs.after.count(told.text);
      const std::size_t without = runs.without.count(told.text);
      const std::size_t before = runs.before.count(told.text);
      if (after == without || after == before) continue;
      const bool is_counted = after > 0 && (before > 0 || without > 0);
      if (rank && *rank <= std::pair{told.kind, is_counted}) continue;
      rank = {told.kind, is_counted};
      best = {ordered_json::parse(told.text), before, after, is_counted};
    }
  }
  return rank ? std::optional{std::move(best)} : std::nullopt;
}

/// Returns the first record at a time at which the other runs have no such record.
std::optional<Mark> timed_mark(const Runs& runs) {
  for (const Told& told : runs.after.told) {
    const sim::Duration from = std::chrono::floor<std::chrono::milliseconds>(told.at);
    const sim::Duration until = from + 1ms;
    if (runs.without.count(told.text, from, until) > 0 || runs.before.count(told.text, from, until) > 0) continue;
    Mark mark{ordered_json::parse(told.text), 0, runs.after.count(told.text, from, until)};
    mark.between = {from, until};
    return mark;
  }
  return std::nullopt;
}

/// Returns a difference of the pods' objects.
std::optional<Mark> object_mark(const Runs& runs) {
  if (auto gained = part_of_one(runs.after.objects, {&runs.without.objects, &runs.before.objects})) {
    return Mark{*std::move(gained), 0, 1};
  }
  auto lost = part_of_one(runs.before.objects, {&runs.after.objects});
  if (!lost || part_of_one(runs.without.objects, {&runs.after.objects}) != lost) return std::nullopt;
  return Mark{*std::move(lost), 1, 0};
}

std::optional<Mark> mark_in(const Runs& runs) {
  if (auto counted = counted_mark(runs)) return counted;
  if (auto timed = timed_mark(runs)) return timed;
  return object_mark(runs);
}

}  // namespace

sim::Duration run_length(const language::Scenario& scenario) {
  constexpr sim::Duration longest_run = 2h;
  return std::min<sim::Duration>(scenario.duration.value_or(10min), longest_run);
}

Account account_of(const language::Scenario& scenario, release::Release kubelet,
                   const std::vector<release::Capability>& turned) {
  return told_to<trace::DigestSink>(run_by(scenario, kubelet, turned),
                                    [](const trace::DigestSink& sink, std::vector<nlohmann::json> objects) {
                                      return Account{sink.hex(), std::move(objects)};
                                    });
}

std::optional<Mark> mark_between(const language::Scenario& first, const language::Scenario& second) {
  return mark_in({run_of(first), run_of(first), run_of(second)});
}

std::optional<Mark> mark_of(const language::Scenario& scenario, const Step& step, release::Capability capability) {
  if (account_of(scenario, step.to, {}) == account_of(scenario, step.to, {capability})) return std::nullopt;
  return mark_in({run_of(run_by(scenario, step.from, {})), run_of(run_by(scenario, step.to, {capability})),
                  run_of(run_by(scenario, step.to, {}))});
}

}  // namespace podreel::explorer

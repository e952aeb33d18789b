#include "scenarios/explorer/changes.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <memory>

#include "engine/trace/digest.hpp"
#include "scenarios/explorer/json_parts.hpp"
#include "scenarios/explorer/opportunities.hpp"
#include "scenarios/language/record_json.hpp"
#include "scenarios/language/shapes/duration.hpp"
#include "scenarios/simulation/judged_run.hpp"

namespace podreel::explorer {

namespace {

using namespace std::chrono_literals;
using nlohmann::ordered_json;
using namespace nlohmann::literals;
using release::Behaviour;

/// Records of these kinds tell most to people; in this order.
constexpr std::array<std::string_view, 7> telling_kinds{"event", "runtime", "status", "probe", "sync", "node", "loop"};
/// Fields that are names and times of one run.
constexpr std::array<const char*, 9> of_one_run{"t",      "kind", "id",          "sandbox", "hash",
                                                "dur_ms", "pod",  "explanation", "from"};
constexpr sim::Duration longest_run = 2h;

struct Told {
  sim::Duration at{};
  std::size_t kind = 0;
  /// The pattern, as text.
  std::string text;
};

/// As expectations name what records name otherwise; what these do not name is left out.
ordered_json call_pattern(const ordered_json& fields) {
  constexpr std::array<std::pair<const char*, const char*>, 9> names{{{"op", "op"},
                                                                      {"container", "container"},
                                                                      {"attempt", "attempt"},
                                                                      {"sandbox_attempt", "sandboxAttempt"},
                                                                      {"image", "image"},
                                                                      {"timeout", "timeout"},
                                                                      {"cmd", "command"},
                                                                      {"exit_code", "exitCode"},
                                                                      {"err", "error"}}};
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

/// What a run told, as patterns.
class ToldSink final : public trace::Sink {
 public:
  explicit ToldSink(sim::Time start) : start_{start} {}

  void write(const trace::Record& record) override {
    const nlohmann::json whole = language::as_json(record, start_);
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

/// The digest of a run, which can be handed on.
class DigestOf final : public trace::Sink {
 public:
  explicit DigestOf(sim::Time start) : digest_{std::make_unique<trace::DigestSink>(start)} {}
  void write(const trace::Record& record) override { digest_->write(record); }
  [[nodiscard]] std::string hex() const { return digest_->hex(); }

 private:
  std::unique_ptr<trace::DigestSink> digest_;
};

struct ToldRun {
  std::vector<Told> told;

  [[nodiscard]] std::size_t count(const std::string& text) const {
    return static_cast<std::size_t>(std::ranges::count(told, text, &Told::text));
  }
  [[nodiscard]] std::size_t count(const std::string& text, sim::Duration from, sim::Duration until) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        told, [&](const Told& each) { return each.text == text && each.at >= from && each.at <= until; }));
  }
};

/// Scenarios that end when they have settled are looked at for some minutes.
sim::Duration run_length(const language::Scenario& scenario) {
  return std::min<sim::Duration>(scenario.duration.value_or(10min), longest_run);
}

/// Replays the scenario under a kubelet; `Sink` is made of the instant at which the run begins.
template <class Sink>
Sink told_to(language::Scenario scenario, release::Release kubelet, const release::TurnedCapabilities& turned) {
  scenario.node.kubelet.version = kubelet;
  scenario.node.kubelet.turned = turned;
  simulation::ReplayOptions options;
  options.until = run_length(scenario);
  Sink sink{simulation::start_time(scenario, options)};
  options.sinks = {&sink};
  static_cast<void>(simulation::replay(scenario, options));
  return sink;
}

ToldRun run_of(const language::Scenario& scenario, release::Release kubelet,
               const release::TurnedCapabilities& turned) {
  return {told_to<ToldSink>(scenario, kubelet, turned).told()};
}

std::string digest_of(const language::Scenario& scenario, release::Release kubelet,
                      const release::TurnedCapabilities& turned) {
  return told_to<DigestOf>(scenario, kubelet, turned).hex();
}

/// The three runs that a change is seen in.
struct Runs {
  ToldRun before;
  ToldRun without;
  ToldRun after;
};

std::optional<Mark> counted_mark(const Runs& runs) {
  const Told* best = nullptr;
  for (const ToldRun* run : {&runs.after, &runs.without}) {
    for (const Told& told : run->told) {
      if (best != nullptr && best->kind <= told.kind) continue;
      const std::size_t after = runs.after.count(told.text);
      if (after != runs.without.count(told.text) && after != runs.before.count(told.text)) best = &told;
    }
  }
  if (best == nullptr) return std::nullopt;
  return Mark{ordered_json::parse(best->text), runs.before.count(best->text), runs.after.count(best->text)};
}

/// The first record that comes at a time at which the others have none like it.
std::optional<Mark> timed_mark(const Runs& runs) {
  for (const Told& told : runs.after.told) {
    const sim::Duration from = std::chrono::floor<std::chrono::milliseconds>(told.at);
    const sim::Duration until = from + 1ms;
    if (runs.without.count(told.text, from, until) > 0 || runs.before.count(told.text, from, until) > 0) continue;
    return Mark{ordered_json::parse(told.text), 0, runs.after.count(told.text, from, until), std::pair{from, until}};
  }
  return std::nullopt;
}

std::string minor(release::Release release) {
  return release::minor_string(release);
}

/// An issue or pull request as a link; else as it is.
std::string source_of(const release::BehaviourRow& row) {
  const std::string text{row.source};
  const std::size_t number = text.find("kubernetes/kubernetes#");
  if (number == std::string::npos) return text;
  std::string link = "https://github.com/kubernetes/kubernetes/pull/";
  for (std::size_t place = number + 22;
       place < text.size() && std::isdigit(static_cast<unsigned char>(text[place])) != 0; ++place) {
    link += text[place];
  }
  return link;
}

bool keeps_timing(const ordered_json& document, const ordered_json& timing) {
  const ordered_json::json_pointer place{"/spec/timing"};
  return document.contains(place) ? document[place] == timing : timing.is_null();
}

class Making {
 public:
  Making(const Workload& workload, const Step& step, const release::BehaviourRow& row, std::size_t most_runs)
      : workload_{workload}, step_{step}, row_{row}, most_runs_{most_runs} {}

  std::optional<Workload> go() && {
    Workload made = workload_;
    ordered_json& spec = made.document["spec"];
    leave_out_accounts(made.document);
    spec.erase("seed");
    spec["node"]["kubelet"]["version"] = release::to_string(step_.to);
    const language::Loaded read = loaded(made);
    if (read.scenarios.size() != 1) return std::nullopt;
    spec["duration"] = language::duration_text(run_length(read.scenarios.front()));
    if (!shows(made) && !shows_behind_newer_api_server(made)) return std::nullopt;
    take_if_it_shows(made, "timing", to_string(timing::Model::ideal));
    const ordered_json timing = made.document["spec"].value("timing", ordered_json{});
    leave_out_parts(
        made.document,
        [&](const ordered_json& smaller) {
          Workload tried = made;
          tried.document = smaller;
          return keeps_timing(smaller, timing) && shows(tried);
        },
        most_runs_);
    shorten(made);
    if (!shows(made)) return std::nullopt;
    finish(made);
    if (!holds(made)) return std::nullopt;
    return made;
  }

 private:
  /// Not every kubelet starts with what is written for another.
  [[nodiscard]] static std::optional<language::Scenario> loaded_for(Workload workload, release::Release kubelet) {
    workload.document["spec"]["node"]["kubelet"]["version"] = release::to_string(kubelet);
    language::Loaded read = loaded(workload);
    if (read.scenarios.size() != 1 || !read.warnings.empty()) return std::nullopt;
    return std::move(read.scenarios.front());
  }

  /// Under both releases, whatever is left to chance.
  [[nodiscard]] static bool holds(const Workload& made) {
    const language::Loaded read = loaded(made);
    if (read.scenarios.size() != 2) return false;
    for (const language::Scenario& scenario : read.scenarios) {
      for (const std::uint64_t seed : std::array<std::uint64_t, 7>{1, 2, 3, 5, 8, 55, 71}) {
        simulation::ReplayOptions options;
        options.seed = seed;
        const auto verdicts = simulation::judged_run(scenario, std::move(options)).verdicts;
        if (!std::ranges::all_of(verdicts, &language::Verdict::held)) return false;
      }
    }
    return true;
  }

  /// An API server of the older release drops what it does not know, before either kubelet sees it.
  bool shows_behind_newer_api_server(Workload& made) {
    constexpr std::ptrdiff_t most_tried = 3;
    const auto& servers = release::simulated_releases();
    auto server = std::ranges::find(servers, step_.to);
    for (const auto end = server + std::min(most_tried, servers.end() - server); server != end; ++server) {
      made.document["spec"]["node"]["apiServer"]["version"] = release::to_string(*server);
      if (shows(made)) return true;
    }
    return false;
  }

  bool take_if_it_shows(Workload& made, const char* field, const ordered_json& value) {
    Workload tried = made;
    tried.document["spec"][field] = value;
    if (!shows(tried)) return false;
    made = std::move(tried);
    return true;
  }

  void shorten(Workload& made) {
    for (const sim::Duration length : std::array<sim::Duration, 5>{10s, 30s, 1min, 3min, 6min}) {
      if (take_if_it_shows(made, "duration", language::duration_text(length))) return;
    }
  }

  bool shows(const Workload& workload) {
    if (!workload.document.contains("/spec/duration"_json_pointer)) return false;
    if (!loaded_for(workload, step_.from)) return false;
    const auto scenario = loaded_for(workload, step_.to);
    if (!scenario) return false;
    auto mark = mark_of(*scenario, step_, row_.capability);
    if (mark) mark_ = *std::move(mark);
    return mark.has_value();
  }

  [[nodiscard]] ordered_json expectation(release::Release kubelet, std::size_t count) const {
    ordered_json item = count > 0 ? mark_.record : ordered_json{{"never", mark_.record}};
    if (mark_.before > 0 && mark_.after > 0) item["count"] = count;
    if (mark_.between) {
      item["between"] = {language::duration_text(mark_.between->first), language::duration_text(mark_.between->second)};
    }
    item["when"] = {{"kubelet", minor(kubelet)}};
    return item;
  }

  void finish(Workload& made) const {
    ordered_json& document = made.document;
    std::string name{row_.name};
    std::ranges::replace(name, '_', '-');
    document["metadata"] = {{"name", fmt::format("{}-to-{}-{}", minor(step_.from), minor(step_.to), name)},
                            {"labels", {{"theme", "changes"}}},
                            {"annotations", {{"podreel.dev/source", source_of(row_)}}}};
    const bool begins = release::behaviour_of(step_.to).*row_.capability;
    std::string what{row_.what};
    ordered_json spec{{"description", fmt::format("{} {}: {}.\n", begins ? "From" : "Until", minor(step_.to), what)},
                      {"matrix", {{"kubelet", {minor(step_.from), minor(step_.to)}}}}};
    document["spec"].erase("matrix");
    if (document["spec"].contains("node") && document["spec"]["node"].contains("kubelet")) {
      document["spec"]["node"]["kubelet"].erase("version");
      if (document["spec"]["node"]["kubelet"].empty()) document["spec"]["node"].erase("kubelet");
      if (document["spec"]["node"].empty()) document["spec"].erase("node");
    }
    for (auto& [key, value] : document["spec"].items()) spec[key] = value;
    spec["expect"] = {expectation(step_.from, mark_.before), expectation(step_.to, mark_.after)};
    document["spec"] = std::move(spec);
  }

  const Workload& workload_;
  const Step& step_;
  const release::BehaviourRow& row_;
  std::size_t most_runs_;
  Mark mark_;
};

}  // namespace

std::vector<const release::BehaviourRow*> changed_rows(const Step& step) {
  const Behaviour before = release::behaviour_of(step.from);
  const Behaviour after = release::behaviour_of(step.to);
  std::vector<const release::BehaviourRow*> rows;
  for (const release::BehaviourRow& row : release::behaviour_table()) {
    if (before.*row.capability == after.*row.capability) continue;
    const release::Release holds_in = after.*row.capability ? step.to : step.from;
    if (!release::since(row, holds_in)) continue;
    const auto is_same = [&row](const release::BehaviourRow* other) { return other->capability == row.capability; };
    if (std::ranges::none_of(rows, is_same)) rows.push_back(&row);
  }
  return rows;
}

std::optional<Mark> mark_of(const language::Scenario& scenario, const Step& step,
                            bool release::Behaviour::*capability) {
  if (digest_of(scenario, step.to, {}) == digest_of(scenario, step.to, {capability})) return std::nullopt;
  const Runs runs{run_of(scenario, step.from, {}), run_of(scenario, step.to, {capability}),
                  run_of(scenario, step.to, {})};
  if (auto counted = counted_mark(runs)) return counted;
  return timed_mark(runs);
}

std::vector<const release::BehaviourRow*> shown_rows(const language::Scenario& scenario, const Step& step,
                                                     const std::vector<const release::BehaviourRow*>& rows) {
  std::vector<const release::BehaviourRow*> shown;
  const std::string after = digest_of(scenario, step.to, {});
  for (const release::BehaviourRow* row : rows) {
    if (digest_of(scenario, step.to, {row->capability}) != after) shown.push_back(row);
  }
  return shown;
}

std::vector<std::pair<const release::BehaviourRow*, Workload>> shown_by_trouble(
    const Workload& workload, const Step& step, std::vector<const release::BehaviourRow*>& rows, std::size_t most) {
  std::vector<std::pair<const release::BehaviourRow*, Workload>> found;
  const language::Loaded read = loaded(workload);
  if (read.scenarios.size() != 1 || run_length(read.scenarios.front()) > 30min) return found;
  language::Scenario scenario = read.scenarios.front();
  scenario.node.kubelet.version = step.to;
  Allowed allowed;
  for (const language::TroubleName& known : language::trouble_names) {
    if (known.trouble != language::Trouble::chance) allowed.troubles.push_back(known.trouble);
  }
  const Deviations all = opportunities(watched_run(scenario, {}), allowed);
  const std::size_t stride = std::max<std::size_t>(all.size() / std::max<std::size_t>(most, 1), 1);
  for (std::size_t place = 0; place < all.size() && !rows.empty(); place += stride) {
    const auto changed = deviated(scenario, {&all[place], 1});
    if (!changed) continue;
    for (const release::BehaviourRow* row : shown_rows(*changed, step, rows)) {
      found.emplace_back(row, workload);
      write_into(found.back().second.document, {&all[place], 1});
      std::erase(rows, row);
    }
  }
  return found;
}

std::optional<Workload> change_scenario(const Workload& workload, const Step& step, const release::BehaviourRow& row,
                                        std::size_t most_runs) {
  return Making{workload, step, row, most_runs}.go();
}

}  // namespace podreel::explorer

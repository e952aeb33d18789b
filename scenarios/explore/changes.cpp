#include "scenarios/explore/changes.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "scenarios/explore/injection_points.hpp"
#include "scenarios/explore/shown_difference.hpp"

namespace podreel::explore {

namespace {

using namespace std::chrono_literals;
using nlohmann::ordered_json;
using namespace nlohmann::literals;
using release::Behaviour;

std::string minor(release::Release release) {
  return release::minor_string(release);
}

/// Returns an issue or pull request as a link; other sources unchanged.
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

class Making {
 public:
  Making(const Workload& workload, const ReleaseStep& step, const release::BehaviourRow& row, std::size_t max_runs)
      : workload_{workload}, step_{step}, row_{row}, max_runs_{max_runs} {}

  std::optional<Workload> go() && {
    Workload asked = workload_;
    asked.document["spec"]["node"]["kubelet"]["version"] = release::to_string(step_.to);
    std::optional<Workload> prepared = bare(std::move(asked));
    if (!prepared) return std::nullopt;
    Workload& made = *prepared;
    if (!shows(made) && !shows_behind_newer_api_server(made)) return std::nullopt;
    cut_down(
        made, [this](const Workload& tried) { return shows(tried); }, max_runs_);
    if (!shows(made)) return std::nullopt;
    finish(made);
    if (!is_distinguished(made)) return std::nullopt;
    return prepared;
  }

 private:
  /// Returns no value if the kubelet cannot start with the scenario's settings.
  [[nodiscard]] static std::optional<format::Scenario> loaded_for(Workload workload, release::Release kubelet) {
    workload.document["spec"]["node"]["kubelet"]["version"] = release::to_string(kubelet);
    format::Loaded read = loaded(workload);
    if (read.scenarios.size() != 1 || !read.warnings.empty()) return std::nullopt;
    return std::move(read.scenarios.front());
  }

  /// Whether both releases pass with a few seeds, and the newer one fails without the row.
  [[nodiscard]] bool is_distinguished(const Workload& made) const {
    const format::Loaded read = loaded(made);
    if (read.scenarios.size() != 2) return false;
    for (const format::Scenario& scenario : read.scenarios) {
      if (!holds(scenario)) return false;
    }
    format::Scenario overrides = read.scenarios.back();
    overrides.node.kubelet.overrides = {row_.capability};
    return !holds(overrides, overrides.seed);
  }

  /// An API server of the older release drops fields that it does not know before a kubelet sees them.
  bool shows_behind_newer_api_server(Workload& made) {
    constexpr std::ptrdiff_t max_tried = 3;
    const auto& servers = release::simulated_releases();
    auto server = std::ranges::find(servers, step_.to);
    for (const auto end = server + std::min(max_tried, servers.end() - server); server != end; ++server) {
      made.document["spec"]["node"]["apiServer"]["version"] = release::to_string(*server);
      if (shows(made)) return true;
    }
    return false;
  }

  bool shows(const Workload& workload) {
    if (!workload.document.contains("/spec/duration"_json_pointer)) return false;
    if (!loaded_for(workload, step_.from)) return false;
    const auto scenario = loaded_for(workload, step_.to);
    if (!scenario) return false;
    auto mark = find_capability_distinction(*scenario, step_, row_.capability);
    if (mark) distinction_ = *std::move(mark);
    return mark.has_value();
  }

  void finish(Workload& made) const {
    ordered_json& document = made.document;
    std::string name{row_.name};
    std::ranges::replace(name, '_', '-');
    document["metadata"] = {{"name", fmt::format("{}-to-{}-{}", minor(step_.from), minor(step_.to), name)},
                            {"labels", {{"theme", "changes"}}},
                            {"annotations", {{"podreel.dev/source", source_of(row_)}}}};
    const bool begins = release::behaviour_of(step_.to).has(row_.capability);
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
    spec["expect"] = {expectation_of(distinction_, distinction_.before, {{"kubelet", minor(step_.from)}}),
                      expectation_of(distinction_, distinction_.after, {{"kubelet", minor(step_.to)}})};
    document["spec"] = std::move(spec);
  }

  const Workload& workload_;
  const ReleaseStep& step_;
  const release::BehaviourRow& row_;
  std::size_t max_runs_;
  Distinction distinction_;
};

}  // namespace

std::vector<const release::BehaviourRow*> changed_rows(const ReleaseStep& step) {
  const Behaviour before = release::behaviour_of(step.from);
  const Behaviour after = release::behaviour_of(step.to);
  std::vector<const release::BehaviourRow*> rows;
  for (const release::BehaviourRow& row : release::behaviour_table()) {
    if (before.has(row.capability) == after.has(row.capability)) continue;
    const release::Release holds_in = after.has(row.capability) ? step.to : step.from;
    if (!release::since(row, holds_in)) continue;
    const auto is_same = [&row](const release::BehaviourRow* other) { return other->capability == row.capability; };
    if (std::ranges::none_of(rows, is_same)) rows.push_back(&row);
  }
  return rows;
}

std::vector<const release::BehaviourRow*> shown_rows(const format::Scenario& scenario, const ReleaseStep& step,
                                                     const std::vector<const release::BehaviourRow*>& rows) {
  std::vector<const release::BehaviourRow*> shown;
  const RunSummary after = summarize_run(scenario, step.to, {});
  for (const release::BehaviourRow* row : rows) {
    if (summarize_run(scenario, step.to, {row->capability}) != after) shown.push_back(row);
  }
  return shown;
}

std::vector<std::pair<const release::BehaviourRow*, Workload>> shown_by_fault(
    const Workload& workload, const ReleaseStep& step, std::vector<const release::BehaviourRow*>& rows,
    std::size_t maximum) {
  std::vector<std::pair<const release::BehaviourRow*, Workload>> found;
  const format::Loaded read = loaded(workload);
  if (read.scenarios.size() != 1 || run_length(read.scenarios.front()) > 30min) return found;
  format::Scenario scenario = read.scenarios.front();
  scenario.node.kubelet.version = step.to;
  Allowed allowed;
  for (const format::FaultKindName& known : format::fault_kind_names) {
    if (known.kind != format::FaultKind::chance) allowed.fault_kinds.push_back(known.kind);
  }
  const Perturbations all = injection_points(watch_run(scenario, {}), allowed);
  const std::size_t stride = std::max<std::size_t>(all.size() / std::max<std::size_t>(maximum, 1), 1);
  for (std::size_t place = 0; place < all.size() && !rows.empty(); place += stride) {
    const auto changed = perturbed(scenario, {&all[place], 1});
    if (!changed) continue;
    for (const release::BehaviourRow* row : shown_rows(*changed, step, rows)) {
      found.emplace_back(row, workload);
      write_into(found.back().second.document, {&all[place], 1});
      std::erase(rows, row);
    }
  }
  return found;
}

std::optional<Workload> change_scenario(const Workload& workload, const ReleaseStep& step,
                                        const release::BehaviourRow& row, std::size_t max_runs) {
  return Making{workload, step, row, max_runs}.go();
}

}  // namespace podreel::explore

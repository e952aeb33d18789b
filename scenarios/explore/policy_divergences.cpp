#include "scenarios/explore/policy_divergences.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/decide/custom_policies.hpp"
#include "engine/decide/policy_text.hpp"
#include "engine/sim/scheduler.hpp"
#include "engine/trace/digest.hpp"
#include "scenarios/explore/injection_points.hpp"
#include "scenarios/explore/shown_difference.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::explore {

namespace {

using namespace std::chrono_literals;
using nlohmann::ordered_json;
using namespace nlohmann::literals;

constexpr sim::Duration swap_lasts = 1s;
/// Time in which a new kubelet handles all existing containers.
constexpr sim::Duration settles_in = 2min;

std::string digest_of(const format::Scenario& scenario, decide::PolicyFactory policies) {
  simulation::ReplayOptions options;
  options.until = run_length(scenario);
  options.policies = std::move(policies);
  trace::DigestSink digest{simulation::start_time(scenario, options)};
  options.sinks = {&digest};
  try {
    static_cast<void>(simulation::replay(scenario, options));
  } catch (const sim::LivelockError&) {
    // A run that does not end counts up to where it is given up.
  }
  return digest.hex();
}

/// Returns the only scenario of a workload if it can be read without warnings.
std::optional<format::Scenario> scenario_of(const Workload& workload) {
  format::Loaded read = loaded(workload);
  if (read.scenarios.size() != 1 || !read.warnings.empty()) return std::nullopt;
  return std::move(read.scenarios.front());
}

/// A change of the kubelet's release.
struct Swap {
  sim::Duration at;
  release::Release to;
};

std::optional<Workload> with_swaps(Workload workload, std::span<const Swap> swaps) {
  ordered_json& spec = workload.document["spec"];
  if (!spec["timeline"].is_array()) spec["timeline"] = ordered_json::array();
  for (const Swap& swap : swaps) {
    spec["timeline"].push_back({{"at", format::duration_text(swap.at)}, {"stopKubelet", ordered_json::object()}});
    spec["timeline"].push_back({{"at", format::duration_text(swap.at + swap_lasts)},
                                {"startKubelet", {{"version", release::to_string(swap.to)}}}});
  }
  spec["duration"] = format::duration_text(swaps.back().at + settles_in);
  if (!scenario_of(workload)) return std::nullopt;
  return workload;
}

void add(std::vector<Workload>& all, std::optional<Workload> workload) {
  if (workload) all.push_back(*std::move(workload));
}

std::string short_name(const decide::PolicySettings& policy) {
  return policy.kind == decide::PolicyKind::custom ? policy.custom->name : std::string{to_string(policy.kind)};
}

/// Returns "upstream-1.31-hashes-only-name-and-image"; long names end with a whole word.
std::string name_of(const PolicyDivergence& divergence, const PolicyPair& pair) {
  constexpr std::size_t max_length = 72;
  std::string name =
      fmt::format("{}: {}", short_name(divergence.first_replaces ? pair.first : pair.second), divergence.rule);
  if (name.size() > max_length) name.resize(name.rfind(' ', max_length));
  std::string slug;
  for (const char c : name) {
    const bool is_kept = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.';
    if (is_kept) slug += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!is_kept && !slug.empty() && slug.back() != '-') slug += '-';
  }
  while (!slug.empty() && (slug.back() == '-' || slug.back() == '.')) slug.pop_back();
  return slug;
}

class PolicyMaking {
 public:
  PolicyMaking(const PolicyPair& pair, const PolicyDivergence& divergence) : pair_{pair}, divergence_{divergence} {}

  std::optional<Workload> go(const Workload& workload, std::size_t max_runs) && {
    std::optional<Workload> made = bare(workload);
    if (!made) return std::nullopt;
    name_no_other_policies(made->document);
    if (!shows(*made)) return std::nullopt;
    cut_down(
        *made, [this](const Workload& tried) { return shows(tried); }, max_runs);
    const auto shown = scenario_of(*made);
    const auto mark = find_distinction(under(*shown, pair_.first), under(*shown, pair_.second));
    if (!mark) return std::nullopt;
    finish(made->document, *mark);
    if (!is_distinguished(*made)) return std::nullopt;
    return made;
  }

 private:
  static void name_no_other_policies(ordered_json& document) {
    ordered_json& spec = document["spec"];
    if (spec.contains("/node/kubelet"_json_pointer)) spec["node"]["kubelet"].erase("identityPolicy");
    if (!spec.contains("timeline")) return;
    for (ordered_json& step : spec["timeline"]) {
      if (step.contains("startKubelet")) step["startKubelet"].erase("identityPolicy");
    }
  }

  static format::Scenario under(format::Scenario scenario, const decide::PolicySettings& policy) {
    scenario.node.kubelet.identity_policy = policy;
    return scenario;
  }

  [[nodiscard]] bool shows(const Workload& workload) const {
    if (!workload.document.contains("/spec/duration"_json_pointer)) return false;
    const auto scenario = scenario_of(workload);
    if (!scenario) return false;
    const std::vector<PolicyDivergence> all = divergences_of(*scenario, pair_);
    return std::ranges::any_of(all, [this](const PolicyDivergence& each) { return each.is_like(divergence_); });
  }

  void finish(ordered_json& document, const Distinction& mark) const {
    const std::string first = to_string(pair_.first);
    const std::string second = to_string(pair_.second);
    document["metadata"] = {{"name", name_of(divergence_, pair_)}};
    ordered_json spec{{"description", fmt::format("{}: {} considers the container changed, {} does not.\n",
                                                  divergence_.rule, divergence_.first_replaces ? first : second,
                                                  divergence_.first_replaces ? second : first)},
                      {"variables", {{"policy", first}}},
                      {"matrix", {{"policy", {first, second}}}}};
    for (auto& [key, value] : document["spec"].items()) spec[key] = value;
    spec["node"]["kubelet"]["identityPolicy"] = "${policy}";
    const auto when = [](const std::string& policy) { return ordered_json{{"variables", {{"policy", policy}}}}; };
    spec["expect"] = {expectation_of(mark, mark.before, when(first)), expectation_of(mark, mark.after, when(second))};
    document["spec"] = std::move(spec);
  }

  /// Whether each policy passes with a few seeds, and fails in place of the other.
  [[nodiscard]] bool is_distinguished(const Workload& made) const {
    const format::Loaded read = loaded(made);
    if (read.scenarios.size() != 2) return false;
    const format::Scenario& first = read.scenarios.front();
    const format::Scenario& second = read.scenarios.back();
    return holds(first) && holds(second) && !holds(under(first, pair_.second), first.seed) &&
           !holds(under(second, pair_.first), second.seed);
  }

  const PolicyPair& pair_;
  const PolicyDivergence& divergence_;
};

}  // namespace

std::vector<PolicyDivergence> divergences_of(const format::Scenario& scenario, const PolicyPair& pair) {
  simulation::PolicyComparison comparison{pair};
  const std::string first = digest_of(scenario, comparison.policies());
  if (comparison.divergences().empty()) return {};
  const auto second = [&](release::Release release, const release::FeatureGates& /*gates*/) {
    return decide::make_policy(pair.second, release);
  };
  if (digest_of(scenario, second) == first) return {};
  return comparison.divergences();
}

std::vector<Workload> swapped_at_rest(const Workload& workload, std::span<const release::Release> releases) {
  std::vector<Workload> all;
  const auto scenario = scenario_of(workload);
  if (!scenario) return all;
  const sim::Duration rest = run_length(*scenario);
  for (const release::Release release : releases) {
    const Swap there{rest, release};
    const Swap back{rest + settles_in, scenario->node.kubelet.version};
    add(all, with_swaps(workload, std::array{there}));
    add(all, with_swaps(workload, std::array{there, back}));
  }
  return all;
}

std::vector<Workload> swapped_on_the_way(const Workload& workload, std::span<const release::Release> releases,
                                         std::size_t maximum) {
  std::vector<Workload> all;
  const auto scenario = scenario_of(workload);
  if (!scenario || maximum == 0) return all;
  const std::vector<sim::Duration> instants = instants_of(watch_run(*scenario, {}));
  const std::size_t stride = (instants.size() + maximum - 1) / maximum;
  for (std::size_t place = 0; place < instants.size(); place += stride) {
    for (const release::Release release : releases) {
      add(all, with_swaps(workload, std::array{Swap{instants[place] + 1ns, release}}));
    }
  }
  return all;
}

std::optional<Workload> policy_scenario(const Workload& workload, const PolicyPair& pair,
                                        const PolicyDivergence& divergence, std::size_t max_runs) {
  return PolicyMaking{pair, divergence}.go(workload, max_runs);
}

}  // namespace podreel::explore

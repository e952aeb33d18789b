#include "tools/cli/explore/explore_policies.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "engine/decide/policy_text.hpp"
#include "scenarios/explore/policy_divergences.hpp"
#include "scenarios/parallel/thread_pool.hpp"
#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/policy_option.hpp"
#include "tools/cli/explore/explored_workloads.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using explore::PolicyDivergence;
using explore::PolicyPair;
using explore::Workload;

/// Maximum number of instants at which the kubelet is replaced, if replacing it at rest shows nothing.
constexpr std::size_t max_instants = 12;
/// Maximum number of scenarios per divergence that are tried in order to make one that both policies pass.
constexpr std::size_t max_policy_attempts = 8;

/// A workload, possibly with replaced kubelets, and the divergences of the policies in it.
struct ShownDivergences {
  Workload workload;
  std::vector<PolicyDivergence> divergences;
};

/// Equivalent divergences.
struct Group {
  PolicyDivergence divergence;
  /// Workloads that show the divergence, the shortest first.
  std::vector<const Workload*> from{};
  std::optional<Workload> made{};
};

PolicyPair pair_of(const ExploreOptions& options) {
  PolicyPair pair{options.run.load.policy.value_or(decide::PolicySettings{}),
                  policy_of("--against-policy", options.against_policy)};
  if (pair.first == pair.second) {
    throw BadInput{fmt::format(
        "--against-policy: found {}, which is also the policy of the first side; set that one with --policy "
        "(default: upstream)",
        shown(options.against_policy))};
  }
  return pair;
}

/// Returns the newest patch releases of the adjacent minor releases.
std::vector<release::Release> neighbours_of(release::Release release) {
  std::vector<release::Release> found;
  const auto& known = release::simulated_releases();
  const auto own = std::ranges::find(known, release::minor_string(release), release::minor_string);
  if (own == known.end()) return found;
  if (own != known.begin()) found.push_back(*std::prev(own));
  if (std::next(own) != known.end()) found.push_back(*std::next(own));
  return found;
}

class PolicySearch {
 public:
  PolicySearch(const ExploreOptions& options, const PolicyPair& pair) : pair_{pair} {
    if (!options.against.empty()) against_ = release::parse_release(options.against);
  }

  /// Returns the divergences of the workload as it is, and with its kubelet replaced.
  [[nodiscard]] std::vector<ShownDivergences> shown_by(const Workload& workload) const {
    std::vector<ShownDivergences> found;
    look_at({workload}, found);
    if (!keeps_its_release(workload)) return found;
    const std::vector<release::Release> others = swapped_for(workload);
    look_at(explore::swapped_at_rest(workload, others), found);
    if (found.empty()) look_at(explore::swapped_on_the_way(workload, others, max_instants), found);
    return found;
  }

 private:
  [[nodiscard]] std::vector<release::Release> swapped_for(const Workload& workload) const {
    if (against_) return {*against_};
    return neighbours_of(explore::loaded(workload).scenarios.front().node.kubelet.version);
  }

  void look_at(const std::vector<Workload>& workloads, std::vector<ShownDivergences>& found) const {
    for (const Workload& workload : workloads) {
      auto divergences = explore::divergences_of(explore::loaded(workload).scenarios.front(), pair_);
      if (!divergences.empty()) found.push_back({workload, std::move(divergences)});
    }
  }

  const PolicyPair& pair_;
  std::optional<release::Release> against_;
};

std::vector<Group> groups_of(const std::vector<std::vector<ShownDivergences>>& all) {
  std::vector<Group> groups;
  for (const std::vector<ShownDivergences>& of_one : all) {
    for (const ShownDivergences& shown : of_one) {
      for (const PolicyDivergence& divergence : shown.divergences) {
        auto group =
            std::ranges::find_if(groups, [&](const Group& known) { return known.divergence.is_like(divergence); });
        if (group == groups.end()) group = groups.insert(groups.end(), Group{divergence});
        group->from.push_back(&shown.workload);
      }
    }
  }
  for (Group& group : groups) {
    std::ranges::stable_sort(group.from, {}, [](const Workload* workload) { return workload->document.dump().size(); });
  }
  return groups;
}

struct KillOutcome {
  std::string replacing;
  std::string keeping;
};

KillOutcome kill_outcome(const Group& group, const PolicyPair& pair) {
  KillOutcome kill_outcome{to_string(pair.first), to_string(pair.second)};
  if (!group.divergence.first_replaces) std::swap(kill_outcome.replacing, kill_outcome.keeping);
  return kill_outcome;
}

nlohmann::ordered_json document_of(const std::vector<Group>& groups, const PolicyPair& pair) {
  auto items = nlohmann::ordered_json::array();
  for (const Group& group : groups) {
    const KillOutcome policies = kill_outcome(group, pair);
    items.push_back({{"rule", group.divergence.rule},
                     {"replacing", policies.replacing},
                     {"keeping", policies.keeping},
                     {"startedBy", release::to_string(group.divergence.started_by)},
                     {"seenBy", release::to_string(group.divergence.seen_by)},
                     {"runs", group.from.size()}});
    if (group.made) items.back()["scenario"] = group.made->document;
  }
  return {{"divergences", std::move(items)}};
}

void print(const std::vector<Group>& groups, const PolicyPair& pair, std::ostream& out) {
  if (groups.empty()) {
    out << fmt::format("found no difference between {} and {} in these scenarios\n", to_string(pair.first),
                       to_string(pair.second));
    return;
  }
  TextTable table{{"CAUSE", "REPLACED BY", "KEPT BY", "KUBELETS", "SHOWN BY", "SCENARIO"}};
  for (const Group& group : groups) {
    const KillOutcome policies = kill_outcome(group, pair);
    table.add({group.divergence.rule, policies.replacing, policies.keeping,
               fmt::format("{} → {}", release::to_string(group.divergence.started_by),
                           release::to_string(group.divergence.seen_by)),
               counted(group.from.size(), "run"), group.made ? workload_name(*group.made) : "-"});
  }
  out << table.text();
}

}  // namespace

ExitCode explore_policies(const ExploreOptions& options, Context& context) {
  const PolicyPair pair = pair_of(options);
  std::optional<OutputFolder> saved = save_folder(options);
  const std::vector<Workload> workloads = workloads_that_run(options, options.run.load, context);
  const PolicySearch search{options, pair};
  parallel::ThreadPool pool{jobs_of(options.jobs, context)};
  std::vector<std::vector<ShownDivergences>> all(workloads.size());
  pool.for_each(workloads.size(),
                [&](std::size_t /*thread*/, std::size_t place) { all[place] = search.shown_by(workloads[place]); });
  std::vector<Group> groups = groups_of(all);
  pool.for_each(groups.size(), [&](std::size_t /*thread*/, std::size_t place) {
    Group& group = groups[place];
    for (std::size_t tried = 0; !group.made && tried < std::min(max_policy_attempts, group.from.size()); ++tried) {
      group.made = explore::policy_scenario(*group.from[tried], pair, group.divergence);
    }
  });
  for (const Group& group : groups) {
    if (group.made && saved) write_workload(*saved, *group.made);
  }
  if (options.run.format == OutputFormat::table) {
    print(groups, pair, context.out);
  } else {
    print_document(context.out, options.run.format, document_of(groups, pair));
  }
  return groups.empty() ? ExitCode::ok : ExitCode::difference;
}

}  // namespace podreel::cli

#include "scenarios/fleet/results/merge.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <string>

namespace podreel::fleet {

namespace {

using Added = NodeResultStore::Added;

class ShardCheck {
 public:
  ShardCheck(const NodeResultStore& store, const std::vector<const Plan*>& plans)
      : store_{store}, plans_{plans}, first_{store.files().front()} {}

  std::vector<api::Problem> run() {
    for (const Added& file : store_.files()) check_number(file);
    if (problems_.empty()) check_all_are_there();
    for (const Added& file : store_.files()) {
      if (problems_.empty()) check_plans(file);
    }
    return std::move(problems_);
  }

 private:
  void report(const Added& file, std::string message) { problems_.push_back({file.path, {}, "", std::move(message)}); }

  void check_number(const Added& file) {
    const Shard shard = file.provenance.shard;
    if (shard.count != first_.provenance.shard.count) {
      report(file, fmt::format("shard {} does not match {}, which is shard {}", to_string(shard), first_.path,
                               to_string(first_.provenance.shard)));
      return;
    }
    const auto [known, is_new] = files_.emplace(shard.number, &file);
    if (!is_new)
      report(file, fmt::format("duplicate shard {}; {} has the same", to_string(shard), known->second->path));
  }

  void check_all_are_there() {
    constexpr std::size_t maximum = 10;
    const std::uint32_t count = first_.provenance.shard.count;
    std::vector<std::string> missing;
    for (std::uint32_t number = 1; number <= count && missing.size() < maximum; ++number) {
      if (!files_.contains(number)) missing.push_back(to_string(Shard{number, count}));
    }
    if (missing.empty()) return;
    const std::size_t more = count - files_.size() - missing.size();
    report(first_,
           fmt::format("the shards of shard {} are incomplete; missing: {}{}", to_string(first_.provenance.shard),
                       fmt::join(missing, ", "), more > 0 ? fmt::format(" and {} more", more) : ""));
  }

  void check_plans(const Added& file) {
    for (std::uint32_t plan = 0; plan < store_.wanted().plans.size(); ++plan) {
      const std::string& name = store_.wanted().plans[plan].name;
      const std::vector<Provenance::Document>& plans = file.provenance.plans;
      if (std::ranges::find(plans, name, &Provenance::Document::name) == plans.end()) {
        report(file, fmt::format("the file lacks the plan {}", name));
      } else if (const std::optional<std::string> node = missing_node(file.provenance.shard, plan)) {
        report(file, fmt::format("the file lacks the account of {} under the plan {}", *node, name));
      }
    }
  }

  [[nodiscard]] std::optional<std::string> missing_node(Shard shard, std::uint32_t plan) const {
    const std::vector<Cluster>& clusters = store_.fleet().clusters;
    for (std::uint32_t cluster = 0; cluster < clusters.size(); ++cluster) {
      const NodeRange nodes = nodes_of(shard, store_.fleet(), cluster);
      for (std::uint32_t node = nodes.begin; node < nodes.end; ++node) {
        const auto has = [&](Stage stage) { return store_.has({plan, cluster, node, stage}); };
        if (std::ranges::all_of(plans_[plan]->stages(), has)) continue;
        return fmt::format("{}/{}", clusters[cluster].name, node_name(clusters[cluster], node));
      }
    }
    return std::nullopt;
  }

  const NodeResultStore& store_;
  const std::vector<const Plan*>& plans_;
  const Added& first_;
  std::vector<api::Problem> problems_;
  std::map<std::uint32_t, const Added*> files_;
};

}  // namespace

std::vector<api::Problem> check_shards(const NodeResultStore& store, const std::vector<const Plan*>& plans) {
  return ShardCheck{store, plans}.run();
}

}  // namespace podreel::fleet

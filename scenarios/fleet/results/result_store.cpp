#include "scenarios/fleet/results/result_store.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace podreel::fleet {

namespace {

/// Returns the index of the plan in `plans`, or their number if it is not among them.
std::uint32_t index_of(const std::string& plan, const std::vector<Provenance::Document>& plans) {
  return static_cast<std::uint32_t>(std::ranges::find(plans, plan, &Provenance::Document::name) - plans.begin());
}

}  // namespace

std::optional<api::Problem> NodeResultStore::add(const std::string& path) {
  NodeResultFile file{path};
  if (file.problem()) return file.problem();
  const Provenance& provenance = file.provenance();
  if (std::optional<std::string> reason = difference(provenance)) {
    return api::Problem{path, {}, "", std::move(*reason)};
  }
  std::vector<std::uint32_t> plans;
  for (const Provenance::Document& plan : provenance.plans) plans.push_back(index_of(plan.name, wanted_.plans));
  const auto index = static_cast<std::uint32_t>(files_.size());
  file.find_results(fleet_, [&](const NodeResultKey& key, std::uint64_t offset) {
    if (plans[key.plan] == wanted_.plans.size()) return;
    std::vector<Spot>& spots = spots_[{plans[key.plan], key.cluster, key.stage}];
    if (spots.empty()) spots.resize(node_count(fleet_.clusters[key.cluster]));
    if (spots[key.node].offset == 0) spots[key.node] = {index, offset};
  });
  if (file.problem()) return file.problem();
  files_.push_back({path, provenance});
  return std::nullopt;
}

bool NodeResultStore::has(const NodeResultKey& key) const {
  const auto found = spots_.find({key.plan, key.cluster, key.stage});
  return found != spots_.end() && found->second[key.node].offset > 0;
}

std::uint64_t NodeResultStore::count(std::uint32_t plan) const {
  std::uint64_t count = 0;
  for (const auto& [key, spots] : spots_) {
    if (std::get<0>(key) != plan) continue;
    count += static_cast<std::uint64_t>(std::ranges::count_if(spots, [](const Spot& spot) { return spot.offset > 0; }));
  }
  return count;
}

NodeResult NodeResultStore::read(const NodeResultKey& key) {
  const Spot& spot = spots_.at({key.plan, key.cluster, key.stage}).at(key.node);
  if (!open_ || open_index_ != spot.file) {
    open_.emplace(files_.at(spot.file).path);
    open_index_ = spot.file;
  }
  return open_->read(spot.offset, fleet_.clusters[key.cluster]);
}

std::optional<std::string> NodeResultStore::difference(const Provenance& found) const {
  if (found.podreel != wanted_.podreel) {
    return fmt::format("the file was written by podreel {}; this is podreel {}", found.podreel, wanted_.podreel);
  }
  if (found.fleet.name != wanted_.fleet.name) {
    return fmt::format("the file belongs to the fleet {}; accepted: {}", found.fleet.name, wanted_.fleet.name);
  }
  if (found.fleet != wanted_.fleet) {
    return fmt::format("the fleet {} has changed since the file was written", found.fleet.name);
  }
  for (const Provenance::Document& plan : found.plans) {
    const std::uint32_t index = index_of(plan.name, wanted_.plans);
    if (index < wanted_.plans.size() && wanted_.plans[index] != plan) {
      return fmt::format("the plan {} has changed since the file was written", plan.name);
    }
  }
  return std::nullopt;
}

}  // namespace podreel::fleet

#include "tools/cli/upgrade_proof.hpp"

#include <fmt/format.h>

#include "tools/cli/upgrade_objects.hpp"

namespace podreel::cli {

using nlohmann::json;

std::map<std::string, std::uint64_t> UpgradeProof::prove(const json& pod, const UpgradeJudge& judge,
                                                         std::vector<api::Problem>& problems) {
  std::map<std::string, std::uint64_t> stored;
  if (!is_asked()) return stored;
  const std::map<std::string, const ObservedContainer*> observed = node_.of(pod);
  if (observed.empty()) return stored;
  const UpgradeObjects objects{pod, judge.path()};
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    for (std::size_t index = 0; index < objects.count(list); ++index) {
      const json& container = objects.container(0, list, index);
      const std::string name = container.value("name", "");
      const auto seen = observed.find(name);
      if (seen == observed.end()) continue;
      ++found_;
      const std::uint64_t computed = judge.hash_before(container);
      const std::uint64_t hash = seen->second->hash;
      if (computed == hash) {
        ++reproduced_;
        stored.emplace(name, hash);
        continue;
      }
      problems.push_back({seen->second->file, seen->second->mark, fmt::format("container \"{}\"", name),
                          fmt::format("found the hash {}, but {} computes {}; {}", identity::hash_text(hash),
                                      release::minor_string(judge.path().releases.front()),
                                      identity::hash_text(computed), releases_that_compute(hash, container))});
    }
  }
  return stored;
}

}  // namespace podreel::cli

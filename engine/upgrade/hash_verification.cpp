#include "engine/upgrade/hash_verification.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/upgrade/staged_pod.hpp"

namespace podreel::upgrade {

using nlohmann::json;

StoredHashes HashVerification::verify(const json& pod, const UpgradeEvaluator& evaluator,
                                      std::vector<api::Problem>& problems) {
  StoredHashes stored;
  if (!is_asked()) return stored;
  const std::map<std::string, const ObservedContainer*> observed = node_.of(pod);
  if (observed.empty()) return stored;
  const StagedPod stages{pod, evaluator.path()};
  for (std::size_t place = 0; place < stages.size(); ++place) {
    const json& container = stages.container(0, place);
    const std::string name = api::string_member(container, "name");
    const auto seen = observed.find(name);
    if (seen == observed.end()) continue;
    ++found_;
    const std::uint64_t computed = evaluator.hash_before(container);
    const std::uint64_t hash = seen->second->hash;
    if (computed == hash) {
      ++reproduced_;
      stored.emplace(name, hash);
      continue;
    }
    problems.push_back({seen->second->file, seen->second->mark, fmt::format("container \"{}\"", name),
                        fmt::format("found the hash {}, but {} computes {}; {}", identity::hash_text(hash),
                                    release::minor_string(evaluator.path().releases.front()),
                                    identity::hash_text(computed), releases_that_compute(hash, container))});
  }
  return stored;
}

}  // namespace podreel::upgrade

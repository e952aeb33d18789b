#include "scenarios/simulation/identity.hpp"

#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/identity/container_hash.hpp"

namespace podreel::simulation {

namespace {

/// Hashes each stored container once.
class MemoisedHasher {
 public:
  explicit MemoisedHasher(release::Release version) : hasher_{version} {}

  std::uint64_t hash(const api::Container& container) {
    const auto found = known_.find(container.stored);
    if (found != known_.end()) return found->second;
    const std::uint64_t value = hasher_.hash(*container.stored);
    known_.emplace(container.stored, value);
    return value;
  }

 private:
  identity::ContainerHasher hasher_;
  std::map<std::shared_ptr<const nlohmann::json>, std::uint64_t> known_;
};

}  // namespace

Identity identity_of(const language::KubeletSettings& settings) {
  const auto hasher = std::make_shared<MemoisedHasher>(settings.version);
  return {[hasher](const api::Container& container) { return hasher->hash(container); },
          [hasher](const api::Container& wanted, const runtime::ContainerStatus& observed) {
            const std::uint64_t hash = hasher->hash(wanted);
            return decide::IdentityVerdict{hash != observed.hash, hash, observed.hash};
          }};
}

}  // namespace podreel::simulation

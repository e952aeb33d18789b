// An older release's hash computed from a newer release's types: what a patched kubelet does to leave alone what its
// predecessor started.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/identity/container_hash.hpp"

namespace podreel::identity {

/// Go field names of the container's types that `newer` has and `older` does not: what has to be ignored for the older
/// formula to come out of the newer types. Sorted.
[[nodiscard]] std::vector<std::string> fields_added(release::Release older, release::Release newer);

/// Go field names of the container's types in any release: the names that OlderFormula can ignore. Sorted.
[[nodiscard]] const std::vector<std::string>& container_field_names();

/// The formula of `older` over the types of `newer`. Skipping fields is not enough across 1.23, which split v1.Handler
/// into ProbeHandler and LifecycleHandler: those print under the older name.
class OlderFormula {
 public:
  OlderFormula(release::Release older, release::Release newer, const std::vector<std::string>& ignored_fields);

  [[nodiscard]] std::uint64_t hash(const nlohmann::json& container) const { return hasher_.hash(container); }
  [[nodiscard]] Preimage preimage(const nlohmann::json& container) const { return hasher_.preimage(container); }
  [[nodiscard]] const ContainerHasher& hasher() const noexcept { return hasher_; }

 private:
  std::shared_ptr<types::TypeGraph> graph_;
  ContainerHasher hasher_;
};

}  // namespace podreel::identity

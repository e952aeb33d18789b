#include "engine/decide/named_policies.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/decide/custom_policies.hpp"
#include "engine/identity/hash_cache.hpp"
#include "engine/identity/older_formula.hpp"
#include "engine/invariant.hpp"
#include "engine/types/defaults.hpp"
#include "engine/types/semantic_equal.hpp"

namespace podreel::decide {

namespace {

using identity::ContainerHasher;
using identity::HashCache;

class Upstream : public Policy {
 public:
  explicit Upstream(release::Release release)
      : cache_(std::make_unique<HashCache>(ContainerHasher{release})), release_(release) {
    if (!release::has_hash_without_resources.contains(release)) return;
    without_resources_ = std::make_unique<HashCache>(ContainerHasher{release, {.without_resources = true}});
  }

  [[nodiscard]] std::uint64_t hash_container(const api::Container& container) const override {
    PODREEL_INVARIANT(container.image == api::string_of(api::find_member(*container.stored, "image")),
                      "the hash is that of `stored`: a policy that changes the image changes it in both");
    return cache_->hash(container.stored);
  }

  [[nodiscard]] std::uint64_t hash_without_resources(const api::Container& container) const override {
    return without_resources_ ? without_resources_->hash(container.stored) : 0;
  }

 protected:
  [[nodiscard]] release::Release release() const { return release_; }

 private:
  std::unique_ptr<HashCache> cache_;
  /// Null where the release has no such hash.
  std::unique_ptr<HashCache> without_resources_;
  release::Release release_;
};

class SerializedSpec final : public Upstream {
 public:
  using Upstream::Upstream;

  [[nodiscard]] std::shared_ptr<const nlohmann::json> spec_to_store(const api::Container& container) const override {
    return container.stored;
  }

  [[nodiscard]] IdentityVerdict compare(const api::Container& wanted,
                                        const runtime::ContainerStatus& observed) const override {
    IdentityVerdict verdict = Upstream::compare(wanted, observed);
    if (!verdict.changed || !observed.stored_spec) return verdict;
    nlohmann::json before = *observed.stored_spec;
    nlohmann::json now = *wanted.stored;
    types::apply_container_decoder_defaults(before, release());
    types::apply_container_decoder_defaults(now, release());
    verdict.changed = !types::semantic_equal(types::v1_type(release(), "Container"), before, now);
    return verdict;
  }
};

class DualHash final : public Upstream {
 public:
  DualHash(const PolicySettings& settings, release::Release release)
      : Upstream(release),
        types_(settings.types.value_or(release)),
        older_(*settings.older, types_,
               settings.ignored_fields.value_or(identity::fields_added(*settings.older, types_))),
        older_cache_(std::make_unique<HashCache>(older_.hasher())) {}

  [[nodiscard]] IdentityVerdict compare(const api::Container& wanted,
                                        const runtime::ContainerStatus& observed) const override {
    IdentityVerdict verdict = Upstream::compare(wanted, observed);
    if (verdict.changed) verdict.changed = older_cache_->hash(wanted.stored) != observed.hash;
    return verdict;
  }

 private:
  release::Release types_;
  identity::OlderFormula older_;
  std::unique_ptr<HashCache> older_cache_;
};

/// Returns the program's own policy, or the one that it replaces where the program makes none.
std::shared_ptr<const Policy> make_custom(const PolicySettings& settings, release::Release release) {
  const std::string scenario_policy =
      settings.replaced.empty() ? std::string{to_string(PolicyKind::upstream)} : settings.replaced;
  if (auto policy = settings.custom->make({release, scenario_policy})) return policy;
  const PolicySettings own = parse_policy(scenario_policy).value();
  return make_policy(own.custom == settings.custom ? PolicySettings{} : own, release);
}

}  // namespace

std::shared_ptr<const Policy> make_policy(const PolicySettings& settings, release::Release release) {
  if (settings.kind == PolicyKind::custom) return make_custom(settings, release);
  if (settings.kind == PolicyKind::serialized_spec) return std::make_shared<SerializedSpec>(release);
  if (settings.kind == PolicyKind::dual_hash && settings.older) return std::make_shared<DualHash>(settings, release);
  return std::make_shared<Upstream>(release);
}

std::shared_ptr<const Policy> SharedPolicies::of(const PolicySettings& settings, release::Release release) {
  for (const Made& made : made_) {
    if (made.release == release && made.settings == settings) return made.policy;
  }
  return made_.emplace_back(Made{settings, release, make_policy(settings, release)}).policy;
}

std::uint64_t rewritten_hash(const nlohmann::json& spec, release::Release release) {
  return identity::container_hash(spec, release);
}

}  // namespace podreel::decide

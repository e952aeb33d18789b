#include "scenarios/simulation/policy_comparison.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/decide/explain.hpp"
#include "engine/identity/forecast.hpp"

namespace podreel::simulation {

/// Containers that the kubelets of a run have started, and the divergences of their policies.
class PolicyComparison::Divergences {
 public:
  explicit Divergences(const PolicyPair& pair) : pair_{pair} {}

  /// Records the start of a container with a spec, which is stored with it.
  void started(const std::shared_ptr<const nlohmann::json>& spec, release::Release by) {
    started_.insert_or_assign(spec.get(), Started{by, spec});
  }

  /// Returns the status as it would be if the second policy had computed its hashes.
  [[nodiscard]] runtime::ContainerStatus of_second(runtime::ContainerStatus status) {
    const auto found = started_.find(status.stored_spec.get());
    if (found == started_.end()) return status;
    const api::Container container = api::container_from_json(found->second.spec);
    const Policies& policies = policies_of(found->second.by);
    if (status.hash == policies.first->hash_container(container)) {
      status.hash = policies.second->hash_container(container);
    }
    if (status.hash_without_resources == policies.first->hash_without_resources(container)) {
      status.hash_without_resources = policies.second->hash_without_resources(container);
    }
    return status;
  }

  [[nodiscard]] runtime::PodStatus of_second(runtime::PodStatus status) {
    for (runtime::ContainerStatus& container : status.containers) container = of_second(std::move(container));
    return status;
  }

  /// Records decisions that differ although both policies consider the same containers changed.
  void decided(const decide::PodActions& first, const decide::PodActions& second, const decide::Observed& observed) {
    const api::PodSpec& spec = *observed.pod.spec;
    const release::Release kubelet = observed.behaviour.release;
    add({.rule = fmt::format("one decides \"{}\", the other \"{}\"", in_short(first, spec), in_short(second, spec)),
         .first_replaces = first.kill_pod || first.containers_to_kill.size() > second.containers_to_kill.size(),
         .started_by = kubelet,
         .seen_by = kubelet});
  }

  /// Records that only one policy considers a container changed.
  void compared(bool first_replaces, release::Release seen_by, const api::Container& wanted,
                const runtime::ContainerStatus& observed) {
    ++compared_count_;
    const auto found = started_.find(observed.stored_spec.get());
    PolicyDivergence divergence{.rule = "no kubelet of the run has computed the stored hash",
                                .first_replaces = first_replaces,
                                .started_by = seen_by,
                                .seen_by = seen_by};
    if (found != started_.end()) {
      divergence.started_by = found->second.by;
      divergence.rule = identity::explain_change(*found->second.spec, found->second.by, *wanted.stored, seen_by).rule;
    }
    if (divergence.rule.empty()) divergence.rule = "a policy hashes the container differently";
    add(std::move(divergence));
  }

  /// Returns how often only one policy has considered a container changed.
  [[nodiscard]] std::size_t compared_count() const noexcept { return compared_count_; }

  [[nodiscard]] const std::vector<PolicyDivergence>& all() const noexcept { return all_; }

  struct Policies {
    std::shared_ptr<const decide::Policy> first;
    std::shared_ptr<const decide::Policy> second;
  };
  [[nodiscard]] const Policies& policies_of(release::Release release) {
    const auto found = policies_.find(release);
    if (found != policies_.end()) return found->second;
    const Policies made{decide::make_policy(pair_.first, release), decide::make_policy(pair_.second, release)};
    return policies_.emplace(release, made).first->second;
  }

 private:
  void add(PolicyDivergence divergence) {
    if (std::ranges::none_of(all_, [&](const PolicyDivergence& known) { return known.is_like(divergence); })) {
      all_.push_back(std::move(divergence));
    }
  }

  struct Started {
    release::Release by;
    std::shared_ptr<const nlohmann::json> spec;
  };
  const PolicyPair& pair_;
  std::map<release::Release, Policies> policies_;
  std::map<const nlohmann::json*, Started> started_;
  std::vector<PolicyDivergence> all_;
  std::size_t compared_count_ = 0;
};

/// Follows the first policy, and compares it with the second one.
class PolicyComparison::AskingBoth final : public decide::Policy {
 public:
  AskingBoth(release::Release release, Divergences& divergences)
      : first_{divergences.policies_of(release).first},
        second_{divergences.policies_of(release).second},
        release_{release},
        divergences_{divergences} {}

  [[nodiscard]] std::uint64_t hash_container(const api::Container& container) const override {
    return first_->hash_container(container);
  }

  [[nodiscard]] std::uint64_t hash_without_resources(const api::Container& container) const override {
    return first_->hash_without_resources(container);
  }

  /// Stores the spec whatever the policies do: one that stores no spec does not use it.
  [[nodiscard]] std::shared_ptr<const nlohmann::json> spec_to_store(const api::Container& container) const override {
    divergences_.started(container.stored, release_);
    return container.stored;
  }

  [[nodiscard]] decide::IdentityVerdict compare(const api::Container& wanted,
                                                const runtime::ContainerStatus& observed) const override {
    const decide::IdentityVerdict verdict = first_->compare(wanted, observed);
    if (verdict.changed != second_->compare(wanted, divergences_.of_second(observed)).changed) {
      divergences_.compared(verdict.changed, release_, wanted, observed);
    }
    return verdict;
  }

  [[nodiscard]] std::optional<decide::Panic> decide(decide::PodActions& actions, const decide::Observed& observed,
                                                    decide::Reasons* reasons) const override {
    const std::size_t known = divergences_.compared_count();
    auto panic = first_->decide(actions, observed, reasons);
    const runtime::PodStatus status = divergences_.of_second(observed.status);
    std::optional<runtime::PodStatus> latest;
    if (observed.latest != nullptr) latest = divergences_.of_second(*observed.latest);
    const decide::Observed to_second{observed.pod,
                                     status,
                                     observed.liveness,
                                     observed.startup,
                                     *second_,
                                     observed.behaviour,
                                     observed.restart_all_containers,
                                     observed.actuated,
                                     latest ? &*latest : nullptr};
    decide::PodActions others;
    if (panic || second_->decide(others, to_second, nullptr) || actions == others) return panic;
    // A comparison of containers that differs explains the decisions.
    if (divergences_.compared_count() == known) divergences_.decided(actions, others, observed);
    return panic;
  }

 private:
  std::shared_ptr<const decide::Policy> first_;
  std::shared_ptr<const decide::Policy> second_;
  release::Release release_;
  Divergences& divergences_;
};

PolicyComparison::PolicyComparison(const PolicyPair& pair) : divergences_{std::make_unique<Divergences>(pair)} {}

PolicyComparison::~PolicyComparison() = default;

decide::PolicyFactory PolicyComparison::policies() {
  return [this](release::Release release, const release::FeatureGates& /*gates*/) {
    return std::make_shared<AskingBoth>(release, *divergences_);
  };
}

const std::vector<PolicyDivergence>& PolicyComparison::divergences() const noexcept {
  return divergences_->all();
}

}  // namespace podreel::simulation

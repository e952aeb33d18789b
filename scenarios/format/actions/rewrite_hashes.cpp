#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

/// A step of an upgrade: recomputes every stored hash as the kubelet of `version` will.
class RewriteHashes final : public Kind<RewriteHashes> {
 public:
  static constexpr std::string_view kind = "rewriteHashes";
  release::Release version{};

  void perform(ActionContext& context) const override {
    format::KubeletSettings upgraded = context.kubelet_settings();
    upgraded.version = version;
    const std::shared_ptr<const decide::Policy> policy = context.policy_of(upgraded);
    context.runtime().rewrite_hashes([&](const runtime::ContainerConfig& config) -> std::optional<std::uint64_t> {
      const api::FoundContainer found = api::find_container(*config.pod->spec, config.name);
      return found.container == nullptr ? std::nullopt : std::optional{policy->hash_container(*found.container)};
    });
  }
};

}  // namespace

void add_rewrite_hashes(StepFields& step) {
  step.action(Object<RewriteHashes>{RewriteHashes::kind, "Recomputes every stored hash before an upgrade."}.required(
                  "version", &RewriteHashes::version, format::simulated_release(),
                  "Release of the kubelet that will check them."),
              "Recomputes all stored hashes for another release.");
}

}  // namespace podreel::actions

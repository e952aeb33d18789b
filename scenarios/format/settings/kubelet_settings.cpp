// spec.node.kubelet.
#include "scenarios/format/settings/kubelet_settings.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

#include "engine/decide/custom_policies.hpp"
#include "engine/decide/policy_text.hpp"
#include "scenarios/format/settings/configuration_fields.hpp"
#include "scenarios/format/settings/gate_check.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

using decide::PolicyKind;
using decide::PolicySettings;

Shape<PolicySettings> policy_by_name(std::string what, std::vector<std::string> names) {
  return adapted<PolicySettings>(
      one_of(std::move(what), std::move(names)), [](std::string&& name, PolicySettings& policy) {
        policy.custom = decide::find_custom_policy(name);
        policy.kind = policy.custom == nullptr ? decide::parse_policy_kind(name).value() : PolicyKind::custom;
      });
}

/// Returns the names of the policies, with `dual_hash` in place of the one that needs a release.
std::vector<std::string> policy_forms(const std::string& dual_hash) {
  std::vector<std::string> forms = decide::kubelet_policy_names();
  std::ranges::replace(forms, std::string{to_string(PolicyKind::dual_hash)}, dual_hash);
  return forms;
}

/// Accepts the format of the command line.
Shape<PolicySettings> policy_by_text() {
  return {"an identity policy",
          [](const api::Tree& node, const Place& place, PolicySettings& policy) {
            const auto read = node.kind == api::Tree::Kind::string ? decide::parse_policy(node.text) : std::nullopt;
            if (read && read->kind != PolicyKind::rewrite) {
              const std::string unknown = decide::unknown_ignored_field(*read);
              if (!unknown.empty()) place.problem(node.mark, unknown);
              policy = *read;
              return unknown.empty();
            }
            const std::vector<std::string> forms = policy_forms("dual-hash RELEASE");
            place.problem(node.mark, fmt::format("found {}{}", shown(node),
                                                 accepted_names(node.text, {forms.begin(), forms.end()})));
            return false;
          },
          [](Definitions&) {
            return Json{{"type", "string"},
                        {"pattern", fmt::format("^({})$", fmt::join(policy_forms("dual-hash .+"), "|"))},
                        {"examples", Json::array({"serialized-spec", "dual-hash 1.12"})}};
          }};
}

/// Accepts the Go name of a field of containers, and of what they consist of.
Shape<std::string> container_field() {
  const Shape<std::string> name = text().example("StartupProbe");
  return {name.accepted(),
          [name](const api::Tree& node, const Place& place, std::string& value) {
            if (!name.read(node, place, value)) return false;
            const std::string unknown = decide::unknown_container_field(value);
            if (!unknown.empty()) place.problem(node.mark, unknown);
            return unknown.empty();
          },
          name.any()->schema};
}

void check_policy(const api::Tree& node, const Place& place, PolicySettings& policy) {
  const bool compares_releases = policy.kind == PolicyKind::dual_hash;
  if (compares_releases && !policy.older) {
    place.member("release").problem(node.mark,
                                    "required, but missing: the older release whose hash dual-hash also accepts");
  }
  if (!compares_releases && (policy.older || policy.types || policy.ignored_fields)) {
    place.problem(node.mark, "release, types and ignoreFields are only accepted for the policy dual-hash");
  }
}

}  // namespace

Shape<PolicySettings> identity_policy_shape() {
  const auto itself = [](PolicySettings& policy) -> PolicySettings& { return policy; };
  const auto with_options =
      Object<PolicySettings>{"identityPolicy", "An identity policy with options."}
          .required("name", itself, policy_by_name("an identity policy", decide::kubelet_policy_names()), "The policy.")
          .field("release", &PolicySettings::older, simulated_release(),
                 "dual-hash: the older release whose hash is also accepted.")
          .field("types", &PolicySettings::types, simulated_release(),
                 "dual-hash: the release whose types the older hash uses; default: the kubelet's own.")
          .field("ignoreFields", &PolicySettings::ignored_fields, list_of(container_field()),
                 "dual-hash: fields of the container, by their Go names, that the older hash leaves out; default: all "
                 "fields that the types have gained since.")
          .check(check_policy)
          .shape();
  return either(with_options, {api::Tree::Kind::map}, policy_by_text());
}

Shape<KubeletSettings> kubelet_shape() {
  return Object<KubeletSettings>{"kubelet", "The kubelet that runs when the scenario starts."}
      .field("version", &KubeletSettings::version, simulated_release(),
             "Its release: \"1.30\" is the newest known patch of that minor, \"1.28.0\" is exact.")
      .field("featureGates", &KubeletSettings::feature_gates, feature_gates(), "Gates that are set explicitly.")
      .field("identityPolicy", &KubeletSettings::identity_policy, identity_policy_shape(),
             "How it determines whether a container still matches its spec.")
      .field("config", &KubeletSettings::config, kubelet_configuration_shape(), "Fields of KubeletConfiguration.")
      .shape();
}

}  // namespace podreel::format

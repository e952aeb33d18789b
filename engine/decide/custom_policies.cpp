#include "engine/decide/custom_policies.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "engine/api/ascii.hpp"
#include "engine/decide/named_policies.hpp"

namespace podreel::decide {

namespace {

std::vector<std::shared_ptr<const CustomPolicy>>& registry() noexcept {
  static std::vector<std::shared_ptr<const CustomPolicy>> policies;
  return policies;
}

bool is_name(std::string_view name) noexcept {
  const auto is_allowed = [](char c) { return c == '-' || api::is_lower(c) || api::is_digit(c); };
  return !name.empty() && api::is_lower(name.front()) && std::ranges::all_of(name, is_allowed);
}

}  // namespace

void add_custom_policy(CustomPolicy policy) {
  if (!is_name(policy.name)) {
    throw std::invalid_argument{
        fmt::format("policy \"{}\": accepted: a lower-case letter, followed by lower-case letters, digits and hyphens",
                    policy.name)};
  }
  const std::vector<std::string> taken = kubelet_policy_names();
  if (parse_policy_kind(policy.name) || std::ranges::find(taken, policy.name) != taken.end()) {
    throw std::invalid_argument{fmt::format("policy \"{}\": another policy has this name", policy.name)};
  }
  registry().push_back(std::make_shared<const CustomPolicy>(std::move(policy)));
}

const std::vector<std::shared_ptr<const CustomPolicy>>& custom_policies() noexcept {
  return registry();
}

const CustomPolicy* find_custom_policy(std::string_view name) noexcept {
  const auto found = std::ranges::find_if(registry(), [&](const auto& policy) { return policy->name == name; });
  return found == registry().end() ? nullptr : found->get();
}

std::vector<std::string> kubelet_policy_names() {
  std::vector<std::string> names;
  for (const PolicyKind kind : {PolicyKind::upstream, PolicyKind::serialized_spec, PolicyKind::dual_hash}) {
    names.emplace_back(to_string(kind));
  }
  for (const auto& policy : registry()) names.push_back(policy->name);
  return names;
}

}  // namespace podreel::decide

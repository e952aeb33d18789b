// Policies that a program adds to those that podreel names.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/decide/policy.hpp"
#include "engine/release/release.hpp"

namespace podreel::decide {

/// The kubelet that gets a custom policy.
struct CustomPolicyRequest {
  release::Release release;
  /// Text of the policy that the scenario names for this kubelet, as parse_policy() reads it.
  std::string scenario_policy;
};

struct CustomPolicy {
  std::string name;
  /// One phrase for help.
  std::string summary;
  /// Returns null to leave the kubelet its own policy. Threads call it at the same time.
  std::function<std::shared_ptr<const Policy>(const CustomPolicyRequest& request)> make;
};

/// Makes a policy, whose `make` must not be empty, selectable by its name for the rest of the program. Call it before
/// anything parses a policy. Throws std::invalid_argument if the name is taken, or does not consist of a lower-case
/// letter and further lower-case letters, digits and hyphens.
void add_custom_policy(CustomPolicy policy);

/// Returns the added policies, in the order in which they were added. Pointers to them stay valid.
[[nodiscard]] const std::vector<std::shared_ptr<const CustomPolicy>>& custom_policies() noexcept;

/// Returns null if there is none.
[[nodiscard]] const CustomPolicy* find_custom_policy(std::string_view name) noexcept;

/// Returns the names of all policies that a kubelet can have, podreel's own first: "upstream", …
[[nodiscard]] std::vector<std::string> kubelet_policy_names();

}  // namespace podreel::decide

// The option --policy, and others that name a policy.
#pragma once

#include <string>
#include <string_view>

#include "engine/decide/named_policies.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace podreel::cli {

/// Declares an option that takes a policy. `what` is its help, after which the policies are listed.
CLI::Option* add_policy_option(CLI::App& verb, const std::string& option, std::string& value, std::string_view what);

/// Parses "dual-hash 1.12" or the name of a custom policy. Throws BadInput, which names the option.
[[nodiscard]] decide::PolicySettings policy_of(const std::string& option, const std::string& text);

/// Parses what policy_of() does, and "rewrite".
[[nodiscard]] decide::PolicySettings upgrade_policy_of(const std::string& option, const std::string& text);

/// Returns "upstream, serialized-spec, dual-hash RELEASE", followed by the custom policies with their summaries.
[[nodiscard]] std::string policy_list();

}  // namespace podreel::cli

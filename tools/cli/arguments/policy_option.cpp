#include "tools/cli/arguments/policy_option.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "engine/decide/custom_policies.hpp"
#include "engine/decide/policy_text.hpp"
#include "scenarios/format/shapes/decoder.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

/// Returns the accepted policies, and the one that was probably meant, unless only its release is wrong.
std::string accepted_policies(const std::string& text, bool accepts_rewrite) {
  std::vector<std::string> names = decide::kubelet_policy_names();
  if (accepts_rewrite) names.emplace_back(to_string(decide::PolicyKind::rewrite));
  const std::string name = text.substr(0, text.find(' '));
  const bool is_known = std::ranges::find(names, name) != names.end();
  const std::string list = is_known ? fmt::format("; accepted: {}", fmt::join(names, ", "))
                                    : format::accepted_names(name, {names.begin(), names.end()});
  return list + "; dual-hash with a release, as in \"dual-hash 1.12\"";
}

decide::PolicySettings parse(const std::string& option, const std::string& text, bool accepts_rewrite) {
  const auto settings = decide::parse_policy(text);
  if (!settings) {
    throw BadInput{fmt::format("{}: found \"{}\"{}", option, shown(text), accepted_policies(text, accepts_rewrite))};
  }
  const std::string unknown = decide::unknown_ignored_field(*settings);
  if (!unknown.empty()) throw BadInput{fmt::format("{}: {}", option, unknown)};
  return *settings;
}

}  // namespace

CLI::Option* add_policy_option(CLI::App& verb, const std::string& option, std::string& value, std::string_view what) {
  return verb.add_option(option, value, fmt::format("{}: {}", what, policy_list()))->type_name("POLICY");
}

decide::PolicySettings policy_of(const std::string& option, const std::string& text) {
  const decide::PolicySettings settings = parse(option, text, false);
  if (settings.kind == decide::PolicyKind::rewrite) {
    throw BadInput{option + ": a kubelet does not rewrite hashes; use the scenario step rewriteHashes"};
  }
  return settings;
}

decide::PolicySettings upgrade_policy_of(const std::string& option, const std::string& text) {
  return parse(option, text, true);
}

std::string policy_list() {
  std::string list = "upstream, serialized-spec, 'dual-hash 1.12'";
  for (const auto& policy : decide::custom_policies()) {
    list += fmt::format(", {}{}", policy->name, policy->summary.empty() ? "" : fmt::format(" ({})", policy->summary));
  }
  return list;
}

}  // namespace podreel::cli

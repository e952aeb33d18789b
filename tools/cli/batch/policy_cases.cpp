#include "tools/cli/batch/policy_cases.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "tools/cli/arguments/policy_option.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

decide::PolicySettings settings_of(const std::string& option, const std::string& text) {
  return text.empty() ? decide::PolicySettings{} : policy_of(option, text);
}

/// Returns the first reason that `others` do not have; null if they have all.
const decide::Reason* first_only_in(const decide::Reasons& reasons, const decide::Reasons& others) {
  const auto found = std::ranges::find_if(reasons, [&](const decide::Reason& reason) {
    return std::ranges::none_of(others, [&](const decide::Reason& other) {
      return other.subject == reason.subject && other.rule == reason.rule && other.effect == reason.effect;
    });
  });
  return found == reasons.end() ? nullptr : &*found;
}

}  // namespace

void add_policy_options(CLI::App& verb, RegressionOptions& options) {
  add_policy_option(verb, "--policy", options.policy, "identity policy of the kubelet");
  add_regression_options(verb, options);
}

batch::Decider decider_with(const std::string& option, const std::string& text, const BatchOptions& options,
                            Context& context) {
  return batch::decider_of(kubelets_of(options, {options.kubelet_version}, context).front(), settings_of(option, text));
}

void check_regression(const RegressionOptions& regression, const BatchOptions& options) {
  const bool compares = !regression.against_policy.empty();
  if (!regression.accept.empty() && !compares) {
    throw BadInput{"--accept lists differences of policies: add --against-policy"};
  }
  if (options.format == OutputFormat::junit && !compares) {
    throw BadInput{"-o junit prints differences of policies: add --against-policy"};
  }
  if (!compares) return;
  if (options.explain)
    throw BadInput{"--explain has no effect with --against-policy, which prints causes; leave it out"};
  if (settings_of("--policy", regression.policy) == settings_of("--against-policy", regression.against_policy)) {
    throw BadInput{fmt::format("--against-policy: found {}, which is also the policy of --policy (default: upstream)",
                               shown(regression.against_policy))};
  }
}

PolicyRegressions empty_regressions(const RegressionOptions& options) {
  PolicyRegressions results;
  results.policy = options.policy.empty() ? std::string{to_string(decide::PolicyKind::upstream)} : options.policy;
  results.against = options.against_policy;
  results.thing = "case";
  return results;
}

std::string cause_of(const decide::Reasons& with_policy, const decide::Reasons& with_against,
                     const PolicyRegressions& results) {
  const decide::Reason* reason = first_only_in(with_policy, with_against);
  const bool is_of_policy = reason != nullptr;
  if (!is_of_policy) reason = first_only_in(with_against, with_policy);
  if (reason == nullptr) return "the answers differ, but not the rules that lead to them";
  return fmt::format("{} ({}{}): only with {}", reason->rule, reason->says,
                     reason->effect.empty() ? "" : fmt::format(": {}", reason->effect),
                     is_of_policy ? results.policy : results.against);
}

}  // namespace podreel::cli

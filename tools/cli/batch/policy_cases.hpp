// Comparison of two policies over recorded cases: `podreel decide --against-policy`, `podreel sync --against-policy`.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/decide/pod_actions.hpp"
#include "scenarios/batch/decide_cases.hpp"
#include "scenarios/batch/sync_cases.hpp"
#include "tools/cli/batch/batch.hpp"
#include "tools/cli/regression/report_regressions.hpp"

namespace podreel::cli {

/// Declares --policy, --against-policy and --accept.
void add_policy_options(CLI::App& verb, RegressionOptions& options);

/// Returns the kubelet of --kubelet-version with the policy that `text` names after `option`, or upstream's if `text`
/// is empty. Throws BadInput.
[[nodiscard]] batch::Decider decider_with(const std::string& option, const std::string& text,
                                          const BatchOptions& options, Context& context);

/// Throws BadInput if the two policies are the same, or `options` exclude a comparison.
void check_regression(const RegressionOptions& regression, const BatchOptions& options);

/// The results without cases.
[[nodiscard]] PolicyRegressions empty_regressions(const RegressionOptions& options);

/// Names the rules that only one of the two policies applies.
[[nodiscard]] std::string cause_of(const decide::Reasons& with_policy, const decide::Reasons& with_against,
                                   const PolicyRegressions& results);

/// Compares the policies in each case of the files, and prints the results. `compare` takes a case and returns an
/// optional PolicyDifference. Throws BadInput for invalid cases, after all else.
template <class Case, class Compare>
ExitCode compare_cases(const BatchOptions& options, const RegressionOptions& regression, Context& context,
                       const batch::CaseKind<Case>& kind, PolicyRegressions results, const Compare& compare) {
  const std::vector<api::Problem> problems =
      for_each_case(options, context, kind, [&](const batch::ReadCase<Case>& read) {
        ++results.compared;
        auto [id, difference] = compare(read.situation);
        if (!difference) return;
        results.items.push_back({.name = std::move(id),
                                 .file = read.file,
                                 .mark = {.line = read.line, .column = 1},
                                 .difference = std::move(difference)});
      });
  const ExitCode code = report_regressions(results, regression, options.format, false, context);
  if (!problems.empty()) throw BadInput{problems};
  return code;
}

}  // namespace podreel::cli

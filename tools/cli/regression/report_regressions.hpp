// The output of a comparison of two policies.
#pragma once

#include <string>

#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/regression/policy_regressions.hpp"

namespace podreel::cli {

struct RegressionOptions {
  /// Policies as given; `policy` may be empty.
  std::string policy;
  std::string against_policy;
  /// File with accepted differences; empty: none.
  std::string accept;
};

/// Declares --against-policy and --accept.
void add_regression_options(CLI::App& verb, RegressionOptions& options);

/// Applies the list of accepted differences, warns of its unused entries or, if `is_strict`, refuses them, and prints
/// the results. Returns ExitCode::difference if a difference is not accepted. Throws BadInput.
[[nodiscard]] ExitCode report_regressions(PolicyRegressions& results, const RegressionOptions& options,
                                          OutputFormat format, bool is_strict, Context& context);

}  // namespace podreel::cli

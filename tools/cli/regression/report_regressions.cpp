#include "tools/cli/regression/report_regressions.hpp"

#include <CLI/CLI.hpp>

#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/regression/accept_list.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cli {

void add_regression_options(CLI::App& verb, RegressionOptions& options) {
  verb.add_option("--against-policy", options.against_policy,
                  "compare this identity policy with that of --policy, and print only what differs")
      ->type_name("POLICY");
  verb.add_option("--accept", options.accept,
                  "list of accepted differences: in each line a name with * and ?, and optionally a cause; # begins a "
                  "comment")
      ->type_name("FILE");
}

ExitCode report_regressions(PolicyRegressions& results, const RegressionOptions& options, OutputFormat format,
                            bool is_strict, Context& context) {
  AcceptList accepted = accept_list(options.accept);
  results.accept(accepted);
  if (is_strict && !results.unused_entries.empty()) throw BadInput{results.unused_entries};
  warn(results.unused_entries, context);
  if (format == OutputFormat::junit) {
    print_junit(context.out, results);
  } else if (is_table(format)) {
    print_text(context.out, context.out_terminal, results);
  } else {
    print_document(context.out, format, document_of(results));
  }
  return results.holds() ? ExitCode::ok : ExitCode::difference;
}

}  // namespace podreel::cli

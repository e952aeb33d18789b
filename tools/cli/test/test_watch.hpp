// `podreel test --watch`: runs tests again when files change.
#pragma once

#include <functional>

#include "tools/cli/command/verb.hpp"
#include "tools/cli/test/test_selection.hpp"

namespace podreel::cli {

/// Throws BadInput if `options` or the ranks of `context` exclude --watch.
void check_watch(const TestOptions& options, const Context& context);

/// Calls `run` once, and again with the affected files whenever files change, until SIGINT or SIGTERM. Returns the exit
/// code of the last run. A run that ends with BadInput does not end the watch.
[[nodiscard]] ExitCode watch_tests(const TestOptions& options, const std::function<ExitCode(const TestOptions&)>& run,
                                   Context& context);

}  // namespace podreel::cli

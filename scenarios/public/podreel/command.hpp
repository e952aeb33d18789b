// The podreel command, with policies of your own. Programs that call main() link podreel::command.
#pragma once

#include <vector>

#include "podreel/policy.hpp"

namespace podreel {

/// Runs the podreel command line and returns its exit code. Every verb that has the option --policy accepts the names
/// of `policies`, and so do scenarios; help and completion list them. Call it once, from main(), before threads start.
[[nodiscard]] int main(int argc, char** argv, std::vector<NamedPolicy> policies = {});

}  // namespace podreel

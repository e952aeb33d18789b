// Feature gates as the user sets them.
#pragma once

#include <map>
#include <string>

namespace podreel::release {

/// Gates that were set explicitly, by their upstream names; the others keep the release's default.
using FeatureGates = std::map<std::string, bool, std::less<>>;

}  // namespace podreel::release

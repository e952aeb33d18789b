// Drafts of fleets and their plans.
#pragma once

#include <string>

#include "engine/release/release.hpp"

namespace podreel::cli {

/// Returns YAML of a Fleet whose nodes run `kubelet`, and of a FleetPlan that upgrades them to `to`. Comments show
/// further fields: a comment that does not begin with a capital letter becomes a part of the document when you remove
/// "# ".
[[nodiscard]] std::string fleet_draft(const std::string& name, release::Release kubelet, release::Release to);

}  // namespace podreel::cli

// How a fleet names the dump of a cluster.
#pragma once

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::fleet {

/// A file, or a list of files: all of the cluster but its name, and the release of its API server if that has been
/// read before.
[[nodiscard]] language::Shape<Cluster> dump_shape();

}  // namespace podreel::fleet

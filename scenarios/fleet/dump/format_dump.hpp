// The field of a fleet that names the dump of a cluster.
#pragma once

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::fleet {

/// A file, or a list of files. They define the whole cluster except its name, and its API server's release if that has
/// been read before.
[[nodiscard]] format::Shape<Cluster> dump_shape();

}  // namespace podreel::fleet

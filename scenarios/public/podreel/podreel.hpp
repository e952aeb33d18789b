// All public headers.
#pragma once

#include "podreel/command.hpp"
#include "podreel/forecast.hpp"
#include "podreel/invariants.hpp"
#include "podreel/policy.hpp"
#include "podreel/problem.hpp"
#include "podreel/release.hpp"
#include "podreel/replay.hpp"
#include "podreel/runtime.hpp"
#include "podreel/scenario.hpp"
#include "podreel/trace.hpp"

/// The simulator of the Kubernetes kubelet, as a library. Functions return problems as values and print nothing; equal
/// inputs give equal results.
namespace podreel {}

// Behaviour that is assumed of the pods of manifests without a scenario.
#pragma once

#include <string>
#include <vector>

#include "engine/manifests/workloads.hpp"
#include "runtime_fake/script.hpp"

namespace podreel::format {

/// Scripts for pods, and sentences that say what was assumed.
struct AssumedBehaviour {
  std::vector<runtime_fake::PodScript> pods;
  std::vector<std::string> notes;
};

/// Adds the pod's containers and probes as far as their commands are plain (plain_command.hpp). Containers of Jobs are
/// assumed to succeed if their commands are not.
void assume_behaviour(const manifests::ManifestPod& pod, AssumedBehaviour& assumed);

}  // namespace podreel::format

// Verbs of optional libraries. A podreel built without them still knows their names.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace podreel::cli {

struct OptionalVerb {
  std::string_view name;
  /// Same rules as VerbText::summary.
  std::string_view summary;
};

/// One verb per line: tools/podreel reads this list, too.
inline constexpr std::array optional_verbs{
    OptionalVerb{"hash", "Print the hash by which a release identifies a container, or the UID of a static pod"},
    OptionalVerb{"decide", "Show what the kubelet would do next with a pod, and why"},
    OptionalVerb{"sync", "Show the runtime calls of one SyncPod"},
    OptionalVerb{"status", "Show the status that the kubelet reports for a pod, and why"},
    OptionalVerb{"serve", "Serve a simulated single-node cluster to kubectl"},
    OptionalVerb{"playground", "Edit scenarios in a browser and see their runs at once"},
    OptionalVerb{"upgrade", "Predict which containers restart when kubelets are upgraded, and why"},
    OptionalVerb{"fleet", "Simulate upgrades of whole clusters, with restarts and downtime of workloads"},
    OptionalVerb{"explore", "Search for faults and interleavings that break an invariant"},
    OptionalVerb{"reproduce", "Turn pasted incident output into a scenario that reproduces it"},
    OptionalVerb{"match", "Check whether podreel can reproduce a recorded timeline"},
    OptionalVerb{"cri", "Serve a scenario's container runtime over CRI"},
    OptionalVerb{"kubelet", "Run a scenario's simulated kubelet on a CRI socket"},
    OptionalVerb{"record", "Run a real kubelet through a scenario and record it"},
    OptionalVerb{"conform", "Compare a real kubelet with the simulation of its release"},
    OptionalVerb{"confirm", "Play counterexamples to a real kubelet and say whether it does the same"},
    OptionalVerb{"check", "Check scenarios, manifests and fleets for errors"},
    OptionalVerb{"book", "Write the course and the scenario catalogue as a static site"},
    OptionalVerb{"schema", "Print JSON Schemas of scenarios, fleets, records and cases for editors"},
    OptionalVerb{"reference", "Print the reference of scenarios, fleets, records and cases as one page"},
};

/// Returns the summary of the optional verb `name`.
consteval std::string_view optional_summary(std::string_view name) {
  return std::ranges::find(optional_verbs, name, &OptionalVerb::name)->summary;
}

}  // namespace podreel::cli

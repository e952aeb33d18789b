// Verbs of optional libraries: a podreel that was built without them knows their names.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace podreel::cli {

struct OptionalVerb {
  std::string_view name;
  /// As VerbText::summary.
  std::string_view summary;
};

/// Read by tools/podreel as well, one verb a line.
inline constexpr std::array optional_verbs{
    OptionalVerb{"hash", "the identity that a release gives to containers and static pods"},
    OptionalVerb{"decide", "what the kubelet would do next with a pod, and why"},
    OptionalVerb{"sync", "what SyncPod does to a pod, call by call"},
    OptionalVerb{"status", "which status the kubelet reports of a pod, and why"},
    OptionalVerb{"serve", "put a simulated node on the air, for kubectl"},
    OptionalVerb{"playground", "write scenarios in a browser, and see at once what happens"},
    OptionalVerb{"upgrade", "which containers restart when the kubelet is upgraded, and why"},
    OptionalVerb{"fleet", "upgrade whole clusters: which containers restart, and for how long workloads are down"},
    OptionalVerb{"explore", "look for what breaks: races, faults and crashes that nobody has thought of"},
    OptionalVerb{"reproduce", "from an incident, as it was pasted, to a scenario that tells it"},
    OptionalVerb{"match", "is a recorded timeline one of those that podreel can tell?"},
    OptionalVerb{"cri", "serve a scenario's container runtime to a kubelet"},
    OptionalVerb{"kubelet", "run a scenario's simulated kubelet on a CRI socket"},
    OptionalVerb{"record", "let a kubelet live through a scenario, and record it"},
    OptionalVerb{"check", "read scenarios, manifests and fleets, and say what is wrong"},
    OptionalVerb{"book", "the course and the catalogue of scenarios as a static site"},
    OptionalVerb{"schema", "the formats of scenarios, fleets and records as JSON Schema, for editors"},
    OptionalVerb{"reference", "everything that can stand in scenarios, fleets and timelines, as one page"},
};

/// The summary of one of them.
consteval std::string_view optional_summary(std::string_view name) {
  return std::ranges::find(optional_verbs, name, &OptionalVerb::name)->summary;
}

}  // namespace podreel::cli

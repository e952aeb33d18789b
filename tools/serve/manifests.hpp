// Manifests whose objects a server creates when it starts.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/assumed_behaviour.hpp"
#include "tools/serve/resources.hpp"
#include "tools/serve/session.hpp"

namespace podreel::serve {

struct ManifestObject {
  const Resource* resource = nullptr;
  nlohmann::json object;
  std::string file;
  api::Mark mark;
};

struct Manifests {
  /// In the order of the files.
  std::vector<ManifestObject> objects;
  /// Behaviour of the pods, and of those that controllers create from templates.
  format::AssumedBehaviour assumed;
};

/// Adds the objects of a file, and those of lists in it. Appends a problem for each object of a kind that is not served
/// or that clients do not create.
void add_manifests(const api::LoadedFile& loaded, const std::string& file, Manifests& manifests,
                   std::vector<api::Problem>& problems);

/// Sorts the scripts, so that the first one that matches a pod's name is that of its own workload.
[[nodiscard]] memory::SharedList<runtime_fake::PodScript> scripts_of(const Manifests& manifests);

/// Creates the objects as `kubectl create` does: namespaces first, also those that the manifests do not contain.
/// Returns a problem for each object that the API server refuses.
[[nodiscard]] std::vector<api::Problem> create_objects(Session& session, const Manifests& manifests);

}  // namespace podreel::serve

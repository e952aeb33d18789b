// Loading, validating, defaulting and building pods. The size of the input chooses the form and the release.
#include "engine/api/pod.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/types/defaults.hpp"
#include "tests/fuzz/target.hpp"

namespace podreel::fuzz {

namespace {

void read_documents(std::string_view input) {
  const bool json = input.size() % 2 == 1;
  const std::vector<release::Release>& releases = release::simulated_releases();
  const release::Release release{releases[input.size() % releases.size()].minor, 0};
  api::LoadedFile file = api::load_documents(input, json ? "input.json" : "input.yaml");
  for (const api::Tree& document : file.documents) {
    for (manifests::ManifestPod& found : manifests::pods_of(document, "input", file.problems)) {
      types::apply_pod_defaults(found.pod, release);
      const api::Pod pod = api::pod_from_json(found.pod);
      static_cast<void>(api::qos_class(*pod.spec));
    }
  }
  for (const api::Problem& problem : file.problems) static_cast<void>(api::to_string(problem));
}

const AddedTarget added_documents{"documents", read_documents};

}  // namespace

}  // namespace podreel::fuzz

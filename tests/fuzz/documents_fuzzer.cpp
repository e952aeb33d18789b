// Whatever the bytes, loading, validating, defaulting and building pods neither crashes nor hangs nor grows without
// bound.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/types/defaults.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace podreel;
  if (size == 0) return 0;
  const bool json = (data[0] & 1U) != 0;
  const std::string_view text{reinterpret_cast<const char*>(data + 1), size - 1};
  api::LoadedFile file = api::load_documents(text, json ? "input.json" : "input.yaml");
  for (const api::Tree& document : file.documents) {
    for (manifests::ManifestPod& found : manifests::pods_of(document, "input", file.problems)) {
      const std::vector<release::Release>& releases = release::simulated_releases();
      types::apply_pod_defaults(found.pod, {releases[(data[0] >> 1U) % releases.size()].minor, 0});
      const api::Pod pod = api::pod_from_json(found.pod);
      static_cast<void>(api::qos_class(*pod.spec));
    }
  }
  for (const api::Problem& problem : file.problems) static_cast<void>(api::to_string(problem));
  return 0;
}

#include "engine/upgrade/pod_deduplicator.hpp"

#include <fmt/format.h>

#include "engine/manifests/pod_name.hpp"
#include "engine/upgrade/pod_object.hpp"

namespace podreel::upgrade {

bool PodDeduplicator::is_new(const manifests::ManifestPod& found, const std::string& file,
                             std::vector<api::Problem>& problems) {
  const bool is_named =
      found.owner.empty() && (is_stored(found.pod) || !found.pod.at("metadata").contains("generateName"));
  if (!is_named) return true;
  const std::string shown = file == "-" ? "<stdin>" : file;
  const std::string name = manifests::full_name(found.pod);
  const auto [first, is_new] = places_.try_emplace(name, fmt::format("{}:{}", shown, found.mark.line));
  if (is_new) return true;
  problems.push_back(
      {shown, found.mark, found.path, fmt::format("duplicate pod {}; the first is at {}", name, first->second)});
  return false;
}

}  // namespace podreel::upgrade

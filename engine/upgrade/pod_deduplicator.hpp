// Pods seen so far, so that a duplicate is counted once.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/manifests/workloads.hpp"

namespace podreel::upgrade {

/// Remembers pods by their names. Those of templates have none of their own: two templates, or two generateNames, are
/// two workloads.
class PodDeduplicator {
 public:
  /// False, with a problem, if a pod of this name was there before. `file` is "-" for standard input.
  [[nodiscard]] bool is_new(const manifests::ManifestPod& found, const std::string& file,
                            std::vector<api::Problem>& problems);

 private:
  /// "namespace/name", and where it is.
  std::map<std::string, std::string, std::less<>> places_;
};

}  // namespace podreel::upgrade

#include "runtime_fake/glob.hpp"

namespace podreel::runtime_fake {

bool glob_matches_pod(std::string_view pattern, std::string_view pod_full_name) noexcept {
  if (pattern.find('/') != std::string_view::npos) return glob_matches(pattern, pod_full_name);
  return glob_matches(pattern, pod_full_name.substr(pod_full_name.find('/') + 1));
}

}  // namespace podreel::runtime_fake

#include "tools/cri/kubelet_log/pod_names.hpp"

#include <fmt/format.h>

namespace podreel::cri {

std::string pod_named(std::string_view name) {
  const std::size_t uid = name.find('(');
  if (uid == std::string_view::npos)
    return name.find('/') == std::string_view::npos ? std::string{} : std::string{name};
  const std::size_t bar = name.substr(0, uid).find('_');
  if (bar == std::string_view::npos) return {};
  return std::string{name.substr(bar + 1, uid - bar - 1)} + "/" + std::string{name.substr(0, bar)};
}

std::string old_name(std::string_view pod, std::string_view uid) {
  const std::size_t slash = pod.find('/');
  return fmt::format("{}_{}({})", pod.substr(slash + 1), pod.substr(0, slash), uid);
}

}  // namespace podreel::cri

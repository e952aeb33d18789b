#include "engine/kubelet/status/container_id.hpp"

namespace podreel::kubelet {

namespace {

constexpr std::string_view separator = "://";
constexpr std::string_view runtime_prefix = "containerd://";

}  // namespace

std::string api_container_id(std::string_view runtime_id) {
  if (runtime_id.empty()) return {};
  std::string result{runtime_prefix};
  result += runtime_id;
  return result;
}

std::string_view runtime_container_id(std::string_view api_id) noexcept {
  const std::size_t position = api_id.find(separator);
  return position == std::string_view::npos ? api_id : api_id.substr(position + separator.size());
}

}  // namespace podreel::kubelet

#include "engine/kubelet/status/container_id.hpp"

namespace podreel::kubelet {

namespace {

constexpr std::string_view separator = "://";
constexpr std::string_view runtime_prefix = "containerd://";

}  // namespace

api::Text api_container_id(std::string_view runtime_id) {
  return runtime_id.empty() ? api::Text{} : api::Text::joined({runtime_prefix, runtime_id});
}

std::string_view runtime_container_id(std::string_view api_id) noexcept {
  const std::size_t position = api_id.find(separator);
  return position == std::string_view::npos ? api_id : api_id.substr(position + separator.size());
}

}  // namespace podreel::kubelet

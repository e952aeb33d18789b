#include "engine/kubelet/status/container_id.hpp"

namespace podreel::kubelet {

namespace {

constexpr std::string_view separator = "://";
constexpr std::string_view runtime_prefix = "containerd://";

}  // namespace

memory::Text api_container_id(std::string_view runtime_id) {
  return runtime_id.empty() ? memory::Text{} : memory::Text::joined({runtime_prefix, runtime_id});
}

bool is_api_container_id(std::string_view api_id, std::string_view runtime_id) noexcept {
  if (runtime_id.empty()) return api_id.empty();
  return api_id.size() == runtime_prefix.size() + runtime_id.size() && api_id.ends_with(runtime_id) &&
         api_id.starts_with(runtime_prefix);
}

std::string_view runtime_container_id(std::string_view api_id) noexcept {
  if (api_id.starts_with(runtime_prefix)) return api_id.substr(runtime_prefix.size());
  const std::size_t position = api_id.find(separator);
  return position == std::string_view::npos ? api_id : api_id.substr(position + separator.size());
}

}  // namespace podreel::kubelet

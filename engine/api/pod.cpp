#include "engine/api/pod.hpp"

#include <algorithm>

#include "engine/api/config_annotations.hpp"

namespace podreel::api {

bool Pod::is_static() const {
  if (metadata.annotations.empty()) return false;
  const auto source = metadata.annotations.find(config_annotation::source);
  return source != metadata.annotations.end() && source->second != "api";
}

bool Pod::is_mirror() const {
  return !metadata.annotations.empty() && metadata.annotations.contains(config_annotation::mirror);
}

std::string full_name(const Pod& pod) {
  const std::string_view space = pod.metadata.namespace_name;
  const std::string_view name = pod.metadata.name;
  std::string result;
  result.reserve(space.size() + 1 + name.size());
  return result.append(space).append(1, '/').append(name);
}

std::string format_pod(const Pod& pod) {
  const ObjectMeta& metadata = pod.metadata;
  std::string result;
  result.reserve(metadata.name.size() + metadata.namespace_name.size() + metadata.uid.size() + 3);
  result.append(metadata.name).append(1, '_').append(metadata.namespace_name);
  return result.append(1, '(').append(metadata.uid).append(1, ')');
}

FoundContainer find_container(const PodSpec& spec, std::string_view name) noexcept {
  const auto find_in = [name](const std::vector<Container>& containers) -> const Container* {
    const auto found = std::ranges::find(containers, name, &Container::name);
    return found == containers.end() ? nullptr : &*found;
  };
  if (const Container* found = find_in(spec.containers)) return {found, ContainerKind::regular};
  if (const Container* found = find_in(spec.init_containers)) return {found, ContainerKind::init};
  if (const Container* found = find_in(spec.ephemeral_containers)) return {found, ContainerKind::ephemeral};
  return {};
}

}  // namespace podreel::api

#include "tools/cri/runtime/object_memory.hpp"

#include <fmt/format.h>

#include "tools/cri/runtime/error_code.hpp"

namespace podreel::cri {

namespace {

/// Memory of an object without its texts, here and in the runtime.
constexpr std::size_t object = 4096;
/// Node of a map with two texts, and the allocator's overhead.
constexpr std::size_t entry = 160;

std::size_t bytes_of(const Pairs& pairs) {
  std::size_t bytes = 0;
  for (const auto& [name, value] : pairs) bytes += entry + name.size() + value.size();
  return bytes;
}

}  // namespace

std::size_t bytes_of(const SandboxConfig& config) {
  const SandboxMetadata& metadata = config.metadata;
  const std::size_t texts = metadata.name.size() + metadata.uid.size() + metadata.namespace_name.size() +
                            config.log_directory.size() + config.runtime_handler.size() +
                            config.namespaces.target_id.size();
  return object + 2 * (texts + bytes_of(config.labels) + bytes_of(config.annotations));
}

std::size_t bytes_of(const ContainerConfig& config) {
  std::size_t texts = config.name.size() + config.image.size() + config.user_specified_image.size() +
                      config.log_path.size() + bytes_of(config.image_annotations);
  for (const Mount& mount : config.mounts) {
    texts += sizeof mount + mount.container_path.size() + mount.host_path.size();
    for (const std::string& option : mount.options) texts += sizeof option + option.size();
  }
  if (config.resources) {
    texts += config.resources->cpuset_cpus.size() + config.resources->cpuset_mems.size() +
             bytes_of(config.resources->unified);
  }
  return object + 2 * (texts + bytes_of(config.labels) + bytes_of(config.annotations));
}

std::size_t bytes_of_image(std::string_view name) {
  constexpr std::size_t copies = 4;
  return 2 * entry + copies * name.size();
}

runtime::Error no_memory_for(std::string_view kind) {
  return error_of(Code::resource_exhausted,
                  fmt::format("the runtime has no memory left for another {}; remove some", kind));
}

}  // namespace podreel::cri

// Memory that objects of a served runtime are charged for.
#include "tools/cri/runtime/object_memory.hpp"

#include <doctest/doctest.h>

namespace podreel::cri {

namespace {

const std::string text(100, 'x');

/// Bytes that an object is charged for what `set` gives it.
template <class Config>
std::size_t more(void (*set)(Config&)) {
  Config config;
  set(config);
  return bytes_of(config) - bytes_of(Config{});
}

}  // namespace

TEST_CASE("a sandbox is charged for each of its texts twice") {
  CHECK(more<SandboxConfig>([](SandboxConfig& config) { config.metadata.name = text; }) == 200);
  CHECK(more<SandboxConfig>([](SandboxConfig& config) { config.metadata.uid = text; }) == 200);
  CHECK(more<SandboxConfig>([](SandboxConfig& config) { config.metadata.namespace_name = text; }) == 200);
  CHECK(more<SandboxConfig>([](SandboxConfig& config) { config.log_directory = text; }) == 200);
  CHECK(more<SandboxConfig>([](SandboxConfig& config) { config.runtime_handler = text; }) == 200);
  CHECK(more<SandboxConfig>([](SandboxConfig& config) { config.namespaces.target_id = text; }) == 200);
  CHECK(more<SandboxConfig>([](SandboxConfig& config) { config.labels = {{text, text}}; }) > 400);
  CHECK(more<SandboxConfig>([](SandboxConfig& config) { config.annotations = {{text, text}}; }) > 400);
}

TEST_CASE("a container is charged for its texts, mounts and resources twice") {
  CHECK(more<ContainerConfig>([](ContainerConfig& config) { config.name = text; }) == 200);
  CHECK(more<ContainerConfig>([](ContainerConfig& config) { config.image = text; }) == 200);
  CHECK(more<ContainerConfig>([](ContainerConfig& config) { config.user_specified_image = text; }) == 200);
  CHECK(more<ContainerConfig>([](ContainerConfig& config) { config.log_path = text; }) == 200);
  CHECK(more<ContainerConfig>([](ContainerConfig& config) { config.image_annotations = {{text, text}}; }) > 400);
  CHECK(more<ContainerConfig>([](ContainerConfig& config) { config.labels = {{text, text}}; }) > 400);
  CHECK(more<ContainerConfig>([](ContainerConfig& config) { config.annotations = {{text, text}}; }) > 400);
  CHECK(more<ContainerConfig>([](ContainerConfig& config) { config.mounts.resize(1); }) == 2 * sizeof(Mount));
  CHECK(more<ContainerConfig>([](ContainerConfig& config) {
          config.mounts.resize(1);
          config.mounts[0].host_path = text;
          config.mounts[0].container_path = text;
          config.mounts[0].options = {text};
        }) == 2 * (sizeof(Mount) + 300 + sizeof(std::string)));
  CHECK(more<ContainerConfig>([](ContainerConfig& config) { config.resources.emplace(); }) == 0);
  CHECK(more<ContainerConfig>([](ContainerConfig& config) {
          config.resources.emplace();
          config.resources->cpuset_cpus = text;
          config.resources->cpuset_mems = text;
        }) == 400);
  CHECK(more<ContainerConfig>([](ContainerConfig& config) {
          config.resources.emplace();
          config.resources->unified = {{text, text}};
        }) > 400);
}

TEST_CASE("an image is charged for four copies of its name") {
  CHECK(bytes_of_image(std::string(100, 'x')) - bytes_of_image("") == 400);
}

}  // namespace podreel::cri

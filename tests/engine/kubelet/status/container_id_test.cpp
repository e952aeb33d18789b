#include "engine/kubelet/status/container_id.hpp"

#include <doctest/doctest.h>

namespace podreel::kubelet {

TEST_CASE("the API shows a container's id behind the name of its runtime") {
  CHECK(api_container_id("4c8f") == "containerd://4c8f");
  CHECK(api_container_id("").empty());
  CHECK(runtime_container_id("containerd://4c8f") == "4c8f");
  CHECK(runtime_container_id("docker://4c8f") == "4c8f");
  CHECK(runtime_container_id("4c8f") == "4c8f");
}

TEST_CASE("an id that another runtime's kubelet reported is not the one that is reported now") {
  CHECK(is_api_container_id("containerd://4c8f", "4c8f"));
  CHECK_FALSE(is_api_container_id("docker://4c8f", "4c8f"));
  CHECK_FALSE(is_api_container_id("docker-abc://4c8f", "4c8f"));
  CHECK_FALSE(is_api_container_id("4c8f", "4c8f"));
  CHECK_FALSE(is_api_container_id("containerd://4c8f", "8f"));
  CHECK_FALSE(is_api_container_id("containerd://4c8f", ""));
  CHECK(is_api_container_id("", ""));
}

}  // namespace podreel::kubelet

#include "engine/release/messages.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <string>

#include "tests/support/kubelet_label.hpp"

namespace podreel::release {

namespace {

std::string created(const std::string& kubelet) {
  return container_created(testing::behaviour_of_label(kubelet), "app");
}

std::string present(const std::string& kubelet) {
  return image_present(testing::behaviour_of_label(kubelet), "app:1");
}

std::string pulled(const std::string& kubelet) {
  using std::chrono::seconds;
  return image_pulled(testing::behaviour_of_label(kubelet), {"app:1", seconds{2}, seconds{3}, 7});
}

}  // namespace

TEST_CASE("the colon of event Created came with patches of three releases") {
  CHECK(created("1.29.13") == "Created container app");
  CHECK(created("1.29.14") == "Created container: app");
  CHECK(created("1.30.0") == "Created container app");
  CHECK(created("1.30.9") == "Created container app");
  CHECK(created("1.30.10") == "Created container: app");
  CHECK(created("1.31.5") == "Created container app");
  CHECK(created("1.31.6") == "Created container: app");
  CHECK(created("1.35.0") == "Container created");
}

TEST_CASE("an image that is there may be used by the pod, where the kubelet looks into that") {
  CHECK(present("1.34.9") == "Container image \"app:1\" already present on machine");
  CHECK(present("1.33.0+KubeletEnsureSecretPulledImages") == present("1.35.6"));
  CHECK(present("1.34.9+KubeletEnsureSecretPulledImages") ==
        "Container image \"app:1\" already present on machine and can be accessed by the pod");
  CHECK(present("1.35.6") == "Container image \"app:1\" already present on machine and can be accessed by the pod");
  CHECK(present("1.35.6-KubeletEnsureSecretPulledImages") == "Container image \"app:1\" already present on machine");
}

TEST_CASE("event Pulled says more and more") {
  CHECK(pulled("1.18.20") == "Successfully pulled image \"app:1\"");
  CHECK(pulled("1.19.0") == "Successfully pulled image \"app:1\" in 3s");
  CHECK(pulled("1.28.0") == "Successfully pulled image \"app:1\" in 2s (3s including waiting)");
  CHECK(pulled("1.30.0") == "Successfully pulled image \"app:1\" in 2s (3s including waiting). Image size: 7 bytes.");
}

}  // namespace podreel::release

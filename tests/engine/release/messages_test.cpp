#include "engine/release/messages.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <vector>

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

/// What kubelets say, from each of these on until the next.
struct Said {
  const char* since;
  std::string text;
};

template <class Message>
void check_texts(const std::vector<Said>& said, Message message) {
  for (const Said& each : said) {
    CAPTURE(each.since);
    CHECK(message(testing::behaviour_of_label(each.since)) == each.text);
  }
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

TEST_CASE("events of a started and of a crashing container name it, then its pod, then not itself any more") {
  check_texts({{"1.13.12", "Started container"},
               {"1.14.0", "Started container app"},
               {"1.34.9", "Started container app"},
               {"1.35.0", "Container started"}},
              [](const Behaviour& behaviour) { return container_started(behaviour, "app"); });
  check_texts({{"1.13.12", "Created container"}, {"1.14.0", "Created container app"}},
              [](const Behaviour& behaviour) { return container_created(behaviour, "app"); });
  check_texts({{"1.25.16", "Back-off restarting failed container"},
               {"1.26.0", "Back-off restarting failed container app in pod web_default(1)"}},
              [](const Behaviour& behaviour) { return restart_back_off_event(behaviour, "app", "web_default(1)"); });
  check_texts({{"1.15.12", "Back-off 10s restarting failed container=app pod=web_default(1)"},
               {"1.16.0", "back-off 10s restarting failed container=app pod=web_default(1)"}},
              [](const Behaviour& behaviour) {
                return restart_back_off_error(behaviour, std::chrono::seconds{10}, "app", "web_default(1)");
              });
}

TEST_CASE("errors of hooks are kept from events since 1.26, and told in statuses from 1.10 to 1.19") {
  check_texts({{"1.25.16", "secret"}, {"1.26.0", "PreStopHook failed"}},
              [](const Behaviour& behaviour) { return hook_failed(behaviour, "PreStop", "secret"); });
  check_texts({{"1.9.11", "PostStartHookError"},
               {"1.10.0", "PostStartHookError: no"},
               {"1.19.16", "PostStartHookError: no"},
               {"1.20.0", "PostStartHookError"}},
              [](const Behaviour& behaviour) { return post_start_error(behaviour, "no"); });
}

TEST_CASE("what is said of a kill speaks of the container since 1.14") {
  check_texts(
      {{"1.13.12", "Killing container with id docker://app:Need to kill Pod"}, {"1.14.0", "Stopping container app"}},
      [](const Behaviour& behaviour) { return killing_container(behaviour, "app", "docker://app", ""); });
  check_texts(
      {{"1.13.12", "Killing container with id docker://app:it fails"}, {"1.14.0", "it fails"}},
      [](const Behaviour& behaviour) { return killing_container(behaviour, "app", "docker://app", "it fails"); });
  const std::string rest = "(id=\"docker://1\") in pod \"web\" when killing container for reason \"why\"";
  check_texts(
      {{"1.19.16", "failed to get containerSpec \"app\"" + rest},
       {"1.20.0", "failed to get containerSpec \"app\" " + rest}},
      [](const Behaviour& behaviour) { return container_without_spec(behaviour, "app", "docker://1", "web", "why"); });
}

TEST_CASE("a sandbox that cannot be made is told of in three ways") {
  check_texts({{"1.20.15", "CreatePodSandbox for pod \"web\" failed: no IP"},
               {"1.21.0", "Failed to create sandbox for pod \"web\": no IP"}},
              [](const Behaviour& behaviour) { return sandbox_creation_error(behaviour, "web", "no IP"); });
  check_texts({{"1.9.11", "Failed create pod sandbox."},
               {"1.10.0", "Failed create pod sandbox: no IP"},
               {"1.17.17", "Failed create pod sandbox: no IP"},
               {"1.18.0", "Failed to create pod sandbox: no IP"}},
              [](const Behaviour& behaviour) { return sandbox_creation_event(behaviour, "no IP"); });
}

TEST_CASE("a wait for volumes that was in vain is told at length, shortly since 1.17, and without its pod since 1.27") {
  const UnmountedVolumes volumes{"web_default(1)", "default", "web", {"data"}, {"data", "token"}, {}};
  const std::string at_length =
      "timeout expired waiting for volumes to attach or mount for pod \"default\"/\"web\". list of unmounted "
      "volumes=[data]. list of unattached volumes=[data token]";
  const std::string shortly =
      "unmounted volumes=[data], unattached volumes=[data token]: timed out waiting for the condition";
  check_texts({{"1.16.15", at_length},
               {"1.17.0", shortly},
               {"1.26.15", shortly},
               {"1.27.16",
                "unmounted volumes=[data], unattached volumes=[], failed to process volumes=[]: timed out waiting for "
                "the condition"},
               {"1.28.0",
                "unmounted volumes=[data], unattached volumes=[], failed to process volumes=[]: context "
                "deadline exceeded"}},
              [&](const Behaviour& behaviour) { return unmounted_volumes_error(behaviour, volumes); });
  check_texts({{"1.16.15", "Unable to mount volumes for pod \"web_default(1)\": " + at_length},
               {"1.17.0", "Unable to attach or mount volumes: " + shortly}},
              [&](const Behaviour& behaviour) { return unmounted_volumes_event(behaviour, volumes); });
}

TEST_CASE("what is not ready is a runtime, and a container runtime since 1.20") {
  check_texts({{"1.19.16", "runtime network not ready: why"}, {"1.20.0", "container runtime network not ready: why"}},
              [](const Behaviour& behaviour) { return network_error(behaviour, "why"); });
  check_texts({{"1.19.16", "Container runtime not ready: why"}, {"1.20.0", "container runtime not ready: why"}},
              [](const Behaviour& behaviour) { return runtime_error(behaviour, "why"); });
}

TEST_CASE("names of images that cannot be read are told of in the words of the time") {
  check_texts(
      {{"1.27.16", "couldn't parse image reference \"A\": why"}, {"1.28.0", "couldn't parse image name \"A\": why"}},
      [](const Behaviour& behaviour) { return unparsable_image_name(behaviour, "A", "why"); });
  check_texts({{"1.28.15", "invalid reference format: repository name must be lowercase"},
               {"1.29.0", "invalid reference format: repository name (library/A) must be lowercase"}},
              [](const Behaviour& behaviour) { return upper_case_repository(behaviour, "library/A"); });
}

TEST_CASE("a pull is told of when it begins, how long it took since 1.19, and why it backs off since 1.32") {
  check_texts({{"1.13.12", "pulling image \"app:1\""}, {"1.14.0", "Pulling image \"app:1\""}},
              [](const Behaviour& behaviour) { return pulling_image(behaviour, "app:1"); });
  check_texts({{"1.25.5", "Successfully pulled image \"app:1\" in 3s"},
               {"1.25.6", "Successfully pulled image \"app:1\" in 2s (3s including waiting)"},
               {"1.29.15", "Successfully pulled image \"app:1\" in 2s (3s including waiting)"}},
              [](const Behaviour& behaviour) {
                return image_pulled(behaviour, {"app:1", std::chrono::seconds{2}, std::chrono::seconds{3}, 7});
              });
  check_texts({{"1.31.14", "Back-off pulling image \"app:1\""},
               {"1.32.0", "Back-off pulling image \"app:1\": ErrImagePull: no"}},
              [](const Behaviour& behaviour) { return pull_back_off_error(behaviour, "app:1", "ErrImagePull: no"); });
  CHECK(pull_back_off_error(testing::behaviour_of_label("1.32.0"), "app:1", {}) == "Back-off pulling image \"app:1\"");
}

}  // namespace podreel::release

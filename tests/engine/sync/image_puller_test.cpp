#include "engine/sync/image_puller.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "engine/sync/default_image_tag.hpp"
#include "tests/support/kubelet_label.hpp"
#include "tests/support/sync_stage.hpp"

namespace podreel::testing {

using namespace std::chrono_literals;

using Lines = std::vector<std::string>;

TEST_CASE("an absent image is pulled, and the event tells how long it took and how large it is") {
  SyncStage stage{"1.32.10", {}};
  stage.app();
  stage.delay("PullImage", 8002ms);
  CHECK_FALSE(stage.sync().failed());
  CHECK(stage.events()[1] ==
        "Pulled spec.containers{app}: Successfully pulled image \"app:1\" in 8.002s (8.002s including waiting). Image "
        "size: 0 bytes.");
}

TEST_CASE("pulls of several pods are made one after another, and say how long they waited") {
  SyncStage stage{"1.28.0", {}};
  stage.app().image_pull_policy = api::PullPolicy::always;
  stage.delay("PullImage", 4s);
  stage.sync_copies(2);
  CHECK(stage.events().at(2) ==
        "Pulled spec.containers{app}: Successfully pulled image \"app:1\" in 4s (4s including waiting)");
  CHECK(stage.events().at(5) ==
        "Pulled spec.containers{app}: Successfully pulled image \"app:1\" in 4s (8s including waiting)");
}

TEST_CASE("a failed pull backs off, and the next one of the same image waits") {
  SyncStage stage{"1.32.10", {}};
  stage.app();
  stage.fail("PullImage", "not found");
  CHECK(stage.sync().results.back().failure == sync::SyncFailure{"ErrImagePull", "not found"});
  CHECK(stage.events() == Lines{"Pulling spec.containers{app}: Pulling image \"app:1\"",
                                "Failed spec.containers{app}: Failed to pull image \"app:1\": not found",
                                "Failed spec.containers{app}: Error: ErrImagePull"});
  CHECK(stage.sync().results.back().failure ==
        sync::SyncFailure{"ImagePullBackOff", "Back-off pulling image \"app:1\": ErrImagePull: not found"});
  stage.pass(10s);
  CHECK_FALSE(stage.sync().failed());
}

TEST_CASE("more pulls than the registry's rate allows fail without asking it, and back off") {
  SyncStage stage{"1.32.10", {}, {5, 1}};
  stage.app();
  stage.app("other").image = "other:1";
  const sync::PodSyncResult done = stage.sync();
  CHECK(done.results.back().failure == sync::SyncFailure{"ErrImagePull", "pull QPS exceeded"});
  CHECK(std::ranges::count(stage.actions(), "PullImage app:1") == 1);
  CHECK(std::ranges::count(stage.actions(), "PullImage other:1") == 0);
  CHECK(stage.events().at(4) == "Pulling spec.containers{other}: Pulling image \"other:1\"");
  CHECK(stage.events().at(5) == "Failed spec.containers{other}: Failed to pull image \"other:1\": pull QPS exceeded");
  stage.running("app");
  stage.pass(1s);
  CHECK(stage.sync().results.back().failure->error == "ImagePullBackOff");
}

TEST_CASE("policy Never does not pull") {
  SyncStage stage{"1.30.7", {}};
  stage.app().image_pull_policy = api::PullPolicy::never;
  CHECK(stage.sync().results.back().failure->error == "ErrImageNeverPull");
  CHECK(stage.actions().empty());
}

TEST_CASE("an image whose pull another kubelet had begun is pulled again, once, where that is remembered") {
  for (const auto& example : {std::pair{"1.34.1", 0}, std::pair{"1.35.6", 1}}) {
    CAPTURE(example.first);
    const int pulls = example.second;
    SyncStage stage{example.first};
    stage.app();
    stage.pull_records.record_intent("app:1");
    CHECK_FALSE(stage.sync().failed());
    CHECK(std::ranges::count(stage.actions(), "PullImage app:1") == pulls);
    CHECK(stage.pull_records.has_intent("app:1") == (pulls == 0));
  }
}

TEST_CASE("an image that another kubelet's pull may have brought is no image for policy Never") {
  SyncStage stage{"1.35.6"};
  stage.app().image_pull_policy = api::PullPolicy::never;
  stage.pull_records.record_intent("app:1");
  CHECK(stage.sync().results.back().failure->error == "ErrImageNeverPull");
}

TEST_CASE("a pull that fails leaves no intent") {
  SyncStage stage{"1.35.6", {}};
  stage.app();
  stage.fail("PullImage", "not found");
  CHECK(stage.sync().failed());
  CHECK_FALSE(stage.pull_records.has_intent("app:1"));
}

TEST_CASE("an unreachable registry is a reason of its own from 1.28 on") {
  for (const auto& [label, error] : {std::pair{"1.26.7", "ErrImagePull"}, std::pair{"1.28.0", "RegistryUnavailable"}}) {
    SyncStage stage{label, {}};
    stage.app();
    stage.fail("PullImage", "RegistryUnavailable: timeout");
    CHECK(stage.sync().results.back().failure->error == error);
  }
}

TEST_CASE("images that Docker's grammar does not accept cannot be started") {
  const release::Behaviour behaviour = behaviour_of_label("1.32.10");
  const auto problem = [&behaviour](std::string_view image) {
    const auto tagged = sync::apply_default_image_tag(image, behaviour);
    return tagged ? "" : tagged.error().message;
  };
  CHECK(*sync::apply_default_image_tag("busybox", behaviour) == "busybox:latest");
  CHECK(*sync::apply_default_image_tag("localhost:5000/busybox", behaviour) == "localhost:5000/busybox:latest");
  CHECK(*sync::apply_default_image_tag("busybox:1", behaviour) == "busybox:1");
  const std::string hex(64, 'a');
  CHECK(*sync::apply_default_image_tag("busybox@sha256:" + hex, behaviour) == "busybox@sha256:" + hex);
  CHECK(
      problem("Foo") ==
      R"(couldn't parse image name "Foo": invalid reference format: repository name (library/Foo) must be lowercase)");
  CHECK(problem("a//b") == R"(couldn't parse image name "a//b": invalid reference format)");
  CHECK(problem(hex).find("cannot specify 64-byte hexadecimal strings") != std::string::npos);
  CHECK(problem("a@sha256:" + hex.substr(2)).find("invalid checksum digest length") != std::string::npos);
  CHECK(problem("a@md5:" + hex).find("unsupported digest algorithm") != std::string::npos);
  CHECK(problem(std::string(250, 'a')).find("must not be more than 255 characters") != std::string::npos);
}

}  // namespace podreel::testing

#include "engine/kubelet/volumes/volume_manager.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/apiserver/volume_names.hpp"
#include "runtime_fake/fake_volumes.hpp"
#include "tests/support/config_objects.hpp"
#include "tests/support/fake_node.hpp"
#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

class MountEvents final : public sync::EventRecorder {
 public:
  void record(const api::Pod& /*pod*/, std::string_view /*field_path*/, sync::EventType /*type*/,
              std::string_view reason, std::string message) override {
    reported.push_back(fmt::format("{}: {}", reason, message));
  }
  std::vector<std::string> reported;
};

/// A pod with a volume of the ConfigMap "cfg", which is not there.
struct Mounting : UnmountListener {
  explicit Mounting(std::string_view release = "1.30", std::string_view volume = "'configMap': {'name': 'cfg'}")
      : behaviour{release::behaviour_of(release::parse_release(release).value())},
        plugins{node.kubelet, node.timing, operations},
        manager{{{node.kubelet, node.timing, node.runtime, behaviour, events, node.recorder},
                 objects,
                 plugins,
                 mounts,
                 server},
                *this} {
    api::Pod made =
        testing::ReportedPod{
            fmt::format("{{'volumes': [{{'name': 'v', {}}}], 'containers': [{{'name': 'app', 'image': 'a', "
                        "'volumeMounts': [{{'name': 'v', 'mountPath': '/v'}}]}}]}}",
                        volume)}
            .pod;
    made.metadata.name = "web";
    made.metadata.uid = "uid";
    pod = std::make_shared<const api::Pod>(std::move(made));
  }

  void on_unmounted() override { ++unmounted; }

  using Waited = testing::Outcome<std::optional<std::string>>;
  void wait(Waited& waited) { testing::start(node.kubelet, manager.wait_for_mount(pod), waited); }
  void come() { objects.put(apiserver::ConfigKind::config_map, "default/cfg", {}); }

  testing::FakeNode node;
  release::Behaviour behaviour;
  std::vector<runtime_fake::CallFault> operations;
  runtime_fake::FakeVolumes plugins;
  VolumeMounts mounts;
  apiserver::ApiServer server{node.kubelet, node.recorder, {behaviour.release, {}, "node-1"}};
  int unmounted = 0;
  MountEvents events;
  apiserver::ConfigObjects objects = testing::without_config_objects();
  api::PodPtr pod;
  VolumeManager manager;
};

}  // namespace

TEST_CASE("a volume whose source is there is mounted by the next poll, and at once when it is asked for again") {
  Mounting mounting;
  mounting.come();
  Mounting::Waited first;
  mounting.wait(first);
  CHECK_FALSE(first);
  mounting.node.run_until(1s);
  REQUIRE(first);
  CHECK_FALSE(*first);
  Mounting::Waited again;
  mounting.wait(again);
  mounting.node.run_until(1s);
  CHECK(again);
  CHECK(mounting.events.reported.empty());
}

TEST_CASE("a volume whose source comes while the sync waits is mounted at one of the next tries") {
  Mounting mounting;
  Mounting::Waited waited;
  mounting.wait(waited);
  mounting.node.run_until(10s);
  CHECK_FALSE(waited);
  REQUIRE_FALSE(mounting.events.reported.empty());
  CHECK(mounting.events.reported.front() ==
        "FailedMount: MountVolume.SetUp failed for volume \"v\" : configmap \"cfg\" not found");
  mounting.come();
  mounting.node.run_until(30s);
  REQUIRE(waited);
  CHECK_FALSE(*waited);
}

TEST_CASE("the time between two tries doubles, up to two minutes and two seconds") {
  Mounting mounting;
  Mounting::Waited waited;
  mounting.wait(waited);
  std::vector<sim::Duration> between;
  std::size_t reported = 0;
  sim::Duration last{};
  for (sim::Duration now{}; now < 10min; now += 100ms) {
    mounting.node.run_until(now);
    const auto& events = mounting.events.reported;
    const std::size_t tries = static_cast<std::size_t>(std::ranges::count_if(
        events, [](const std::string& event) { return event.find("SetUp") != std::string::npos; }));
    if (tries == reported) continue;
    if (reported > 0) between.push_back(now - last);
    reported = tries;
    last = now;
  }
  REQUIRE(between.size() >= 9);
  const auto is_near = [](sim::Duration found, sim::Duration wanted) {
    return found >= wanted - 100ms && found <= wanted + 200ms;
  };
  CHECK(is_near(between[0], 500ms));
  CHECK(is_near(between[1], 1s));
  CHECK(is_near(between[4], 8s));
  CHECK(is_near(between[8], 2min + 2s));
}

TEST_CASE("a sync waits for two minutes and three seconds, and says what is not mounted") {
  for (const auto& each : {std::pair{"1.23", true}, std::pair{"1.36", false}}) {
    Mounting mounting{each.first};
    Mounting::Waited waited;
    mounting.wait(waited);
    mounting.node.run_until(2min + 2s);
    CHECK_FALSE(waited);
    mounting.node.run_until(2min + 4s);
    REQUIRE(waited);
    REQUIRE(*waited);
    CHECK((*waited)->find("unmounted volumes=[v]") != std::string::npos);
    const bool is_reported =
        mounting.events.reported.back().find("Unable to attach or mount volumes") != std::string::npos;
    CHECK(is_reported == each.second);
  }
}

TEST_CASE("a volume without a plugin fails the sync with the next poll, and is never mounted") {
  Mounting mounting{"1.32", "'image': {'reference': 'model:1'}"};
  const std::string error =
      "unmounted volumes=[v], unattached volumes=[], failed to process volumes=[v]: failed to get Plugin from "
      "volumeSpec for volume \"v\" err=no volume plugin matched";
  for (const sim::Duration begins : {sim::Duration{0s}, sim::Duration{14s}}) {
    Mounting::Waited waited;
    mounting.node.run_until(begins);
    mounting.wait(waited);
    mounting.node.run_until(begins + 299ms);
    CHECK_FALSE(waited);
    mounting.node.run_until(begins + 300ms);
    REQUIRE(waited);
    CHECK(*waited == error);
    CHECK(mounting.events.reported.back() == "FailedMount: Unable to attach or mount volumes: " + error);
  }
}

TEST_CASE("a kubelet that mounts images has a plugin for volumes of images") {
  Mounting mounting{"1.36", "'image': {'reference': 'model:1'}"};
  Mounting::Waited waited;
  mounting.wait(waited);
  mounting.node.run_until(1s);
  REQUIRE(waited);
  CHECK_FALSE(*waited);
}

TEST_CASE("a pod that is to end does not wait for a volume without a plugin") {
  Mounting mounting{"1.32", "'image': {'reference': 'model:1'}"};
  Mounting::Waited waited;
  mounting.wait(waited);
  mounting.node.run_until(100ms);
  mounting.manager.cancel_wait("uid");
  mounting.node.run_until(101ms);
  REQUIRE(waited);
  CHECK(*waited == "context canceled");
}

TEST_CASE("who waits gives up when the pod is to end, and when it is forgotten, with all that is tried for it") {
  Mounting cancelled;
  Mounting::Waited waited;
  cancelled.wait(waited);
  cancelled.node.run_until(5s);
  cancelled.manager.cancel_wait("other");
  cancelled.node.run_until(6s);
  CHECK_FALSE(waited);
  cancelled.manager.cancel_wait("uid");
  cancelled.node.run_until(7s);
  CHECK(waited.value() == "context canceled");

  Mounting forgotten;
  Mounting::Waited in_vain;
  forgotten.wait(in_vain);
  forgotten.node.run_until(5s);
  forgotten.manager.forget_all_but({"uid"});
  forgotten.node.run_until(6s);
  CHECK_FALSE(in_vain);
  forgotten.manager.forget("other");
  forgotten.manager.forget_all_but({"other"});
  forgotten.node.run_until(7s);
  CHECK(in_vain.value() == "context canceled");
  const std::size_t tries = forgotten.events.reported.size();
  forgotten.node.run_until(10min);
  CHECK(forgotten.events.reported.size() == tries);
}

TEST_CASE("that a volume is mounted is noticed by the next of the polls, which begin with the wait") {
  Mounting mounting;
  mounting.node.run_until(7ms);
  Mounting::Waited waited;
  mounting.wait(waited);
  mounting.node.run_until(2s);
  mounting.come();
  sim::Duration noticed = 2s;
  while (!waited && noticed < 1min) mounting.node.run_until(noticed += 1ms);
  REQUIRE(waited);
  CHECK((noticed - 7ms) % sim::Duration{timing::mount_poll} == sim::Duration{});
}

TEST_CASE("a pod that comes back after it was forgotten waits for its volumes as it did the first time") {
  Mounting mounting;
  Mounting::Waited first;
  mounting.wait(first);
  mounting.node.run_until(5s);
  mounting.manager.forget("uid");
  mounting.node.run_until(6s);
  CHECK(first.value() == "context canceled");
  Mounting::Waited again;
  mounting.wait(again);
  mounting.node.run_until(7s);
  CHECK_FALSE(again);
  mounting.come();
  mounting.node.run_until(30s);
  REQUIRE(again);
  CHECK_FALSE(*again);
}

TEST_CASE("a volume that takes its time is mounted after all its steps, and one that fails is tried again") {
  Mounting mounting{"1.30", "'persistentVolumeClaim': {'claimName': 'data'}"};
  mounting.operations = {{.call = "MountDevice", .container = "v", .fail_first = 2, .error = "no driver", .takes = 1s},
                         {.call = "SetUp", .container = "v", .takes = 2s}};
  Mounting::Waited waited;
  mounting.wait(waited);
  // Three seconds for three devices, 1.5 s between them, and 2 s to set up.
  mounting.node.run_until(6s);
  CHECK_FALSE(waited);
  mounting.node.run_until(8s);
  REQUIRE(waited);
  CHECK_FALSE(*waited);
  REQUIRE(mounting.events.reported.size() == 2);
  CHECK(mounting.events.reported[0].starts_with("FailedMount: MountVolume.MountDevice failed for volume \"pvc-"));
  CHECK(mounting.events.reported[0].ends_with("\" : no driver"));
  CHECK(mounting.mounts.has("uid", "v"));
}

TEST_CASE("a volume that is attached is looked for in silence") {
  Mounting mounting{"1.36", "'persistentVolumeClaim': {'claimName': 'data'}"};
  mounting.operations = {{.call = "Attach", .container = "v"}};
  Mounting::Waited waited;
  mounting.wait(waited);
  mounting.node.run_until(2min + 4s);
  REQUIRE(waited);
  CHECK(*waited ==
        "unmounted volumes=[v], unattached volumes=[v], failed to process volumes=[]: context deadline "
        "exceeded");
  CHECK(mounting.events.reported.empty());
  mounting.server.volumes_attached().insert(apiserver::attached_name(*mounting.pod, "v"));
  Mounting::Waited again;
  mounting.wait(again);
  mounting.node.run_until(4min + 20s);
  REQUIRE(again);
  CHECK_FALSE(*again);
}

TEST_CASE("who waits for volumes to be unmounted is told of those that are not, and goes on when they are") {
  for (const auto& [release, why] :
       {std::pair{"1.27", "timed out waiting for the condition"}, std::pair{"1.28", "context deadline exceeded"}}) {
    Mounting mounting{release, "'emptyDir': {}"};
    mounting.operations = {{.call = "TearDown", .container = "v", .fail_first = 8, .error = "busy"}};
    Mounting::Waited waited;
    mounting.wait(waited);
    mounting.node.run_until(1s);
    CHECK(mounting.manager.has_mounted("uid"));
    Mounting::Waited ended;
    testing::start(mounting.node.kubelet, mounting.manager.wait_for_unmount("uid"), ended);
    mounting.node.run_until(2min + 5s);
    CHECK(ended.value() == std::string{"mounted volumes=[v]: "} + why);
    Mounting::Waited again;
    testing::start(mounting.node.kubelet, mounting.manager.wait_for_unmount("uid"), again);
    mounting.node.run_until(5min);
    CHECK(again.value() == std::nullopt);
    CHECK(mounting.unmounted == 1);
    CHECK_FALSE(mounting.manager.has_mounted("uid"));
    CHECK(mounting.events.reported.empty());
  }
}

TEST_CASE("what is mounted outlives a kubelet, but not the boot of its node") {
  Mounting mounting{"1.30", "'emptyDir': {}"};
  mounting.operations = {{.call = "SetUp", .container = "v", .takes = 1min}};
  mounting.mounts.boot("first");
  mounting.mounts.add(mounting.pod, "v");
  Mounting::Waited waited;
  mounting.wait(waited);
  mounting.node.run_until(400ms);
  CHECK(waited);
  mounting.mounts.boot("first");
  CHECK(mounting.mounts.has("uid", "v"));
  mounting.mounts.boot("second");
  CHECK_FALSE(mounting.mounts.has("uid", "v"));
}

TEST_CASE("volumes of pods that nobody has any more are unmounted") {
  Mounting mounting{"1.30", "'emptyDir': {}"};
  mounting.mounts.add(mounting.pod, "v");
  mounting.manager.forget_all_but({"uid"});
  mounting.node.run_until(1s);
  CHECK(mounting.mounts.has("uid", "v"));
  mounting.manager.forget_all_but({});
  mounting.node.run_until(2s);
  CHECK_FALSE(mounting.mounts.has("uid", "v"));
}

TEST_CASE("a ConfigMap that changes is seen after the next sync, and one that is removed is missed by who runs") {
  Mounting mounting;
  mounting.come();
  Mounting::Waited first;
  mounting.wait(first);
  mounting.node.run_until(1s);
  const auto updates = [&mounting] {
    std::size_t count = 0;
    for (const auto& [time, world] : mounting.node.reported.of<trace::Environment>())
      count += world.what == "volume_updated";
    return count;
  };
  mounting.come();
  mounting.node.run_until(1min);
  CHECK(updates() == 0);
  Mounting::Waited second;
  mounting.wait(second);
  mounting.node.run_until(1min + 1s);
  CHECK(second);
  CHECK(updates() == 1);
  mounting.objects.remove(apiserver::ConfigKind::config_map, "default/cfg");
  Mounting::Waited third;
  mounting.wait(third);
  mounting.node.run_until(1min + 3s);
  CHECK(third);
  CHECK(mounting.events.reported.size() == 3);
  mounting.come();
  mounting.node.run_until(2min);
  CHECK(updates() == 2);
}

}  // namespace podreel::kubelet

#include "engine/kubelet/volumes/volume_manager.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

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
    told.push_back(fmt::format("{}: {}", reason, message));
  }
  std::vector<std::string> told;
};

/// A pod with a volume of the ConfigMap "cfg", which is not there.
struct Mounting {
  explicit Mounting(std::string_view release = "1.30", std::string_view volume = "'configMap': {'name': 'cfg'}")
      : behaviour{release::behaviour_of(release::parse_release(release).value())},
        manager{{{node.kubelet, node.timing, node.runtime, behaviour, events, node.recorder}, objects}} {
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

  using Waited = testing::Outcome<std::optional<std::string>>;
  void wait(Waited& waited) { testing::start(node.kubelet, manager.wait_for_mount(pod), waited); }
  void come() { objects.put(apiserver::ConfigKind::config_map, "default/cfg", {}); }

  testing::FakeNode node;
  release::Behaviour behaviour;
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
  CHECK(mounting.events.told.empty());
}

TEST_CASE("a volume whose source comes while the sync waits is mounted at one of the next tries") {
  Mounting mounting;
  Mounting::Waited waited;
  mounting.wait(waited);
  mounting.node.run_until(10s);
  CHECK_FALSE(waited);
  REQUIRE_FALSE(mounting.events.told.empty());
  CHECK(mounting.events.told.front() ==
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
  std::size_t told = 0;
  sim::Duration last{};
  for (sim::Duration now{}; now < 10min; now += 100ms) {
    mounting.node.run_until(now);
    const auto& events = mounting.events.told;
    const std::size_t tries = static_cast<std::size_t>(std::ranges::count_if(
        events, [](const std::string& event) { return event.find("SetUp") != std::string::npos; }));
    if (tries == told) continue;
    if (told > 0) between.push_back(now - last);
    told = tries;
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
    const bool is_told = mounting.events.told.back().find("Unable to attach or mount volumes") != std::string::npos;
    CHECK(is_told == each.second);
  }
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
  const std::size_t tries = forgotten.events.told.size();
  forgotten.node.run_until(10min);
  CHECK(forgotten.events.told.size() == tries);
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

}  // namespace podreel::kubelet

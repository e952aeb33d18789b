#include "engine/kubelet/config/mirror_client.hpp"

#include <doctest/doctest.h>
#include <map>
#include <string>
#include <utility>

#include "tests/support/drive.hpp"
#include "tests/support/static_pod.hpp"

namespace podreel::kubelet {

using testing::make_mirror_pod;
using testing::make_static_pod;

namespace {

/// A kubelet that hears of what the API server has at once, and calls mirror pods "m1", "m2" … in the order of their
/// creation.
struct MirrorFixture {
  sim::Scheduler scheduler{sim::Time{}};
  sim::Process process{scheduler};
  trace::Recorder recorder{scheduler};
  apiserver::ApiServer api_server{process, recorder, {release::v(30), {}, "node-1"}};
  PodManager pods;
  timing::Timing timing{sim::Choices{1}};
  MirrorClient client{process, timing, api_server, pods};
  std::map<std::string, std::string> names;

  MirrorFixture() { listen(); }

  void listen() {
    const auto on_change = [this](const apiserver::ApiServer::PodChange& change) {
      names.try_emplace(change.pod->metadata.uid, "m" + std::to_string(names.size() + 1));
      if (change.kind == apiserver::ApiServer::ChangeKind::deleted) {
        pods.remove(*change.pod);
      } else {
        pods.set(change.pod);
      }
    };
    api_server.watch({on_change, {}});
  }

  api::PodPtr want(const std::string& uid) {
    const auto pod = std::make_shared<const api::Pod>(make_static_pod("etcd-node-1", uid));
    pods.set(pod);
    return pod;
  }
  bool reconcile(const api::PodPtr& pod) { return reconcile(pod, pods.mirror_of(*pod)); }
  bool reconcile(const api::PodPtr& pod, const api::PodPtr& mirror) {
    return testing::drive(process, client.reconcile(pod, mirror));
  }
  [[nodiscard]] std::string shown() const {
    const api::PodPtr mirror = api_server.find("default/etcd-node-1");
    if (!mirror) return "nothing";
    return names.at(mirror->metadata.uid) + " for " + mirror->metadata.annotations.at(api::config_annotation::mirror);
  }
};

}  // namespace

TEST_CASE_FIXTURE(MirrorFixture, "a mirror pod is created once, and anew for another version") {
  const api::PodPtr etcd = want("s1");
  reconcile(etcd);
  CHECK(shown() == "m1 for s1");
  reconcile(etcd);
  CHECK(shown() == "m1 for s1");
  reconcile(want("s2"));
  CHECK(shown() == "m2 for s2");
}

TEST_CASE_FIXTURE(MirrorFixture,
                  "between the deletion of a mirror pod and the creation of the next one there is none") {
  reconcile(want("s1"));
  const api::PodPtr next = want("s2");
  testing::Outcome<bool> outcome;
  testing::start(process, client.reconcile(next, pods.mirror_of(*next)), outcome);
  bool was_gone = false;
  while (scheduler.run_one()) was_gone = was_gone || shown() == "nothing";
  CHECK(was_gone);
  CHECK(shown() == "m2 for s2");
}

TEST_CASE_FIXTURE(MirrorFixture, "a mirror pod that is being deleted is created anew") {
  const api::PodPtr etcd = want("s1");
  reconcile(etcd);
  api_server.request_deletion("default/etcd-node-1", 30);
  reconcile(etcd);
  CHECK(shown() == "m2 for s1");
}

TEST_CASE_FIXTURE(MirrorFixture,
                  "a sync that knew no mirror pod, or one that has gone, leaves the one of the API as it is") {
  const api::PodPtr etcd = want("s1");
  reconcile(etcd);
  const api::PodPtr first = pods.mirror_of(*etcd);
  CHECK(reconcile(want("s2"), nullptr));
  CHECK(shown() == "m1 for s1");
  reconcile(want("s2"));
  CHECK(shown() == "m2 for s2");
  CHECK_FALSE(reconcile(want("s3"), first));
  CHECK(shown() == "m2 for s2");
}

TEST_CASE_FIXTURE(MirrorFixture, "a static pod's status is read and written at its mirror pod") {
  const api::PodPtr etcd = want("s1");
  CHECK(client.get_pod("s1") == nullptr);
  reconcile(etcd);
  CHECK(names.at(client.get_pod("s1")->metadata.uid) == "m1");
  api::PodStatus status;
  status.phase = api::PodPhase::running;
  client.patch_pod_status("s1", std::move(status), nullptr);
  CHECK(api_server.find("default/etcd-node-1")->status.phase == api::PodPhase::running);
  client.delete_pod("s1");
  CHECK(shown() == "nothing");
}

TEST_CASE_FIXTURE(MirrorFixture, "while the API server is down mirror pods stay as they are") {
  const api::PodPtr etcd = want("s1");
  api_server.set_up(false);
  CHECK_FALSE(reconcile(etcd));
  CHECK(shown() == "nothing");
  api_server.set_up(true);
  listen();
  CHECK(reconcile(etcd));
  api_server.set_up(false);
  CHECK(reconcile(etcd));
  pods.remove(*etcd);
  CHECK_FALSE(client.delete_orphans([](std::string_view) { return false; }));
  CHECK(shown() == "m1 for s1");
}

TEST_CASE_FIXTURE(MirrorFixture, "mirror pods without a static pod are deleted unless it is still being stopped") {
  const api::PodPtr etcd = want("s1");
  reconcile(etcd);
  CHECK(client.delete_orphans([](std::string_view) { return false; }));
  CHECK(shown() == "m1 for s1");
  pods.remove(*etcd);
  CHECK(client.delete_orphans([](std::string_view name) { return name == "default/etcd-node-1"; }));
  CHECK(shown() == "m1 for s1");
  CHECK(client.delete_orphans([](std::string_view) { return false; }));
  CHECK(shown() == "nothing");
}

}  // namespace podreel::kubelet

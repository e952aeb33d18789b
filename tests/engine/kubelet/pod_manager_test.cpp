#include "engine/kubelet/pod_manager.hpp"

#include <doctest/doctest.h>

#include "tests/support/static_pod.hpp"

namespace podreel::kubelet {

using testing::make_mirror_pod;
using testing::make_static_pod;

namespace {

api::PodPtr shared(api::Pod pod) {
  return std::make_shared<const api::Pod>(std::move(pod));
}

}  // namespace

TEST_CASE("a mirror pod and its static pod find each other by name") {
  PodManager pods;
  const api::PodPtr etcd = shared(make_static_pod("etcd-node-1", "s1"));
  const api::PodPtr mirror = shared(make_mirror_pod("etcd-node-1", "m1", "s1"));
  pods.set(etcd);
  CHECK(pods.mirror_of(*etcd) == nullptr);
  pods.set(mirror);
  CHECK(pods.mirror_of(*etcd) == mirror);
  CHECK(pods.static_pod_of(*mirror) == etcd);
  CHECK(pods.find("s1") == etcd);
  CHECK(pods.find("m1") == nullptr);
  CHECK(pods.uids() == std::vector<memory::Text>{"s1"});
  CHECK(pods.orphaned_mirrors().empty());

  pods.remove(*etcd);
  CHECK(pods.orphaned_mirrors() == std::vector{mirror});
  pods.remove(*mirror);
  CHECK(pods.orphaned_mirrors().empty());
}

TEST_CASE("a static pod that has been replaced does not take its successor along") {
  PodManager pods;
  const api::PodPtr before = shared(make_static_pod("etcd-node-1", "s1"));
  const api::PodPtr after = shared(make_static_pod("etcd-node-1", "s2"));
  pods.set(before);
  pods.set(after);
  pods.remove(*before);
  CHECK(pods.static_pod_of(make_mirror_pod("etcd-node-1", "m", "s1")) == after);
}

TEST_CASE("pods are listed by UID, each once, and what is not known cannot be found or removed") {
  PodManager pods;
  CHECK_FALSE(pods.has_static_pods());
  CHECK(pods.find("b") == nullptr);
  for (const char* uid : {"b", "a", "b"}) {
    api::Pod pod;
    pod.metadata.name = uid;
    pod.metadata.uid = uid;
    pods.set(shared(std::move(pod)));
  }
  CHECK(pods.uids() == std::vector<memory::Text>{"a", "b"});
  CHECK_FALSE(pods.has_static_pods());
  api::Pod unknown;
  unknown.metadata.uid = "c";
  pods.remove(unknown);
  CHECK(pods.uids().size() == 2);
  pods.remove(*pods.find("a"));
  CHECK(pods.uids() == std::vector<memory::Text>{"b"});
  CHECK(pods.static_pod_of(make_mirror_pod("x", "m", "s")) == nullptr);
  CHECK(pods.mirror_of(make_static_pod("x", "s")) == nullptr);
}

TEST_CASE("a mirror pod that has been replaced does not take its successor along") {
  PodManager pods;
  const api::PodPtr before = shared(make_mirror_pod("etcd-node-1", "m1", "s1"));
  const api::PodPtr after = shared(make_mirror_pod("etcd-node-1", "m2", "s1"));
  pods.set(before);
  pods.set(after);
  pods.remove(*before);
  CHECK(pods.mirror_of(make_static_pod("etcd-node-1", "s1")) == after);
  CHECK(pods.uids().empty());
}

}  // namespace podreel::kubelet

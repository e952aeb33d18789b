#include "engine/kubelet/config/pod_config.hpp"

#include <doctest/doctest.h>
#include <string>

#include "tests/support/static_pod.hpp"

namespace podreel::kubelet {

namespace {

api::PodPtr pod_of_uid(const std::string& uid, const std::string& label = {}) {
  api::Pod made = testing::make_static_pod("pod-" + uid, uid);
  if (!label.empty()) made.metadata.labels["version"] = label;
  return std::make_shared<const api::Pod>(std::move(made));
}

std::string reported(const memory::RecycledVector<PodUpdate>& updates) {
  std::string text;
  for (const PodUpdate& update : updates) {
    text += std::string{to_string(update.operation)} + " " + std::string{update.pod->metadata.uid} + " ";
  }
  return text;
}

}  // namespace

TEST_CASE("of a whole set, removals are told before additions and these before changes") {
  PodConfig config;
  CHECK(reported(config.replace({pod_of_uid("a"), pod_of_uid("b"), pod_of_uid("c")})) == "ADD a ADD b ADD c ");
  CHECK(reported(config.replace({pod_of_uid("b", "2"), pod_of_uid("c"), pod_of_uid("d")})) ==
        "REMOVE a ADD d UPDATE b ");
  CHECK(reported(config.replace({})) == "REMOVE b REMOVE c REMOVE d ");
}

TEST_CASE("two files with one UID are one pod") {
  PodConfig config;
  CHECK(reported(config.replace({pod_of_uid("a"), pod_of_uid("a")})) == "ADD a ");
  CHECK(config.replace({pod_of_uid("a")}).empty());
}

}  // namespace podreel::kubelet

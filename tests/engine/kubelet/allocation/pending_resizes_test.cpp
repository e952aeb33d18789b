#include "engine/kubelet/allocation/pending_resizes.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace podreel::kubelet {

namespace {

api::Pod pod(const char* uid, int priority = 0, bool guaranteed = false) {
  nlohmann::json spec{{"priority", priority}, {"containers", {{{"name", "app"}, {"image", "a"}}}}};
  spec["containers"][0]["resources"]["requests"] = {{"cpu", "1"}, {"memory", "1Gi"}};
  if (guaranteed) spec["containers"][0]["resources"]["limits"] = {{"cpu", "1"}, {"memory", "1Gi"}};
  api::Pod made;
  made.metadata.uid = uid;
  made.spec = std::make_shared<const api::PodSpec>(
      api::pod_spec_from_json(std::make_shared<const nlohmann::json>(std::move(spec))));
  return made;
}

std::string order_of(const PendingResizes& pending) {
  std::string text;
  for (const memory::Text& uid : pending.in_order()) text += uid.view();
  return text;
}

}  // namespace

TEST_CASE("who shrinks goes first, then the greater priority, then guaranteed pods, then who came first") {
  PendingResizes pending;
  pending.push(pod("a"), true);
  pending.push(pod("b"), true);
  pending.push(pod("c", 0, true), true);
  pending.push(pod("d", 100), true);
  pending.push(pod("e"), false);
  pending.push(pod("f", 100, true), true);
  CHECK(order_of(pending) == "efdcab");
}

TEST_CASE("a pod waits once, and keeps its place") {
  PendingResizes pending;
  pending.push(pod("a"), true);
  pending.push(pod("b"), true);
  pending.push(pod("a"), true);
  CHECK(order_of(pending) == "ab");
  pending.remove("a");
  CHECK(order_of(pending) == "b");
  pending.remove("b");
  CHECK(pending.empty());
}

}  // namespace podreel::kubelet

#include "engine/kubelet/preemption/victims.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

namespace {

using nlohmann::json;
using Pods = std::vector<api::PodPtr>;

const release::Behaviour behaviour = testing::behaviour_of_label("1.32.10");

api::PodPtr pod(const char* name, json resources, std::int64_t priority = 0) {
  json object;
  object["metadata"] = {{"name", name}};
  object["spec"]["priority"] = priority;
  object["spec"]["containers"] = {{{"name", "app"}, {"resources", std::move(resources)}}};
  return std::make_shared<const api::Pod>(api::pod_from_json(object));
}
api::PodPtr best_effort(const char* name) {
  return pod(name, json::object());
}
api::PodPtr burstable(const char* name, const char* cpu) {
  return pod(name, {{"requests", {{"cpu", cpu}}}});
}
api::PodPtr guaranteed(const char* name, const char* cpu) {
  const json list{{"cpu", cpu}, {"memory", "1Gi"}};
  return pod(name, {{"requests", list}, {"limits", list}});
}

const api::PodPtr critical = pod("critical", {{"requests", {{"cpu", "1"}}}}, 2'000'000'000);

/// Who goes so that so many thousandths of a CPU are free.
std::string victims(const Pods& active, std::int64_t missing_cpu) {
  const auto chosen = choose_victims(*critical, active, {{"cpu", missing_cpu, 0, 0}}, behaviour);
  if (const NoVictims* none = std::get_if<NoVictims>(&chosen)) return none->message;
  std::string names;
  for (const api::PodPtr& victim : std::get<Pods>(chosen)) names += std::string{victim->metadata.name} + " ";
  return names;
}

}  // namespace

TEST_CASE("static pods and those of the highest priorities are critical") {
  CHECK(is_critical(*critical));
  CHECK_FALSE(is_critical(*pod("web", json::object(), 1'999'999'999)));
  api::Pod fixed = *best_effort("web");
  fixed.metadata.annotations = {{"kubernetes.io/config.source", "file"}};
  CHECK(is_critical(fixed));
}

TEST_CASE("burstable pods go before guaranteed ones, and best-effort ones free no CPU") {
  const Pods active{best_effort("idle"), burstable("small", "1"), guaranteed("large", "2")};
  CHECK(victims(active, 1000) == "small ");
  CHECK(victims(active, 2500) == "small large ");
}

TEST_CASE("the pod goes that frees just enough") {
  CHECK(victims({burstable("a", "3"), burstable("b", "2"), burstable("c", "1")}, 2000) == "b ");
}

TEST_CASE("where one pod does not suffice several go, each once") {
  CHECK(victims({burstable("a", "2"), burstable("b", "1"), burstable("c", "3")}, 5500) == "c a b ");
}

TEST_CASE("critical pods do not go, and where the others do not suffice none goes") {
  const Pods active{critical, burstable("small", "1")};
  CHECK(victims(active, 1500) == "no set of running pods found to reclaim resources: [(res: cpu, q: 500), ]");
}

TEST_CASE("any pod frees a place for a pod") {
  const auto chosen =
      choose_victims(*critical, {best_effort("idle"), burstable("small", "1")}, {{"pods", 1, 2, 2}}, behaviour);
  CHECK(std::get<Pods>(chosen).size() == 1);
}

}  // namespace podreel::kubelet

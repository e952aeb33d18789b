#include "engine/kubelet/preemption/critical_pod_admission.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

namespace {

using nlohmann::json;

constexpr std::int64_t priority_of_vital = 2'000'000'000;

api::PodPtr asking(const char* name, const char* cpu, std::int64_t priority = 0) {
  json object;
  object["metadata"] = {{"name", name}};
  object["spec"]["priority"] = priority;
  object["spec"]["containers"] = {{{"name", "app"}, {"resources", {{"requests", {{"cpu", cpu}}}}}}};
  return std::make_shared<const api::Pod>(api::pod_from_json(object));
}

NodeDescription node_of_4_cpus() {
  NodeDescription node;
  node.allocatable = api::ResourceList{{"cpu", "4"}};
  node.labels.emplace();
  return node;
}

/// "OutOfcpu", or who goes.
std::string outcome(const api::PodPtr& pod, const std::vector<api::PodPtr>& active) {
  const release::Behaviour behaviour = testing::behaviour_of_label("1.35.6");
  decide::PodRequests requests{behaviour};
  const NodeDescription node = node_of_4_cpus();
  std::vector<api::SpecPtr> counted;
  for (const api::PodPtr& other : active) counted.push_back(other->spec);
  const Admission admission = admission_of(
      *pod, use_of(counted, node, requests), [&active] { return active; }, node, behaviour, requests);
  if (admission.rejection) return admission.rejection->reason;
  std::string names;
  for (const api::PodPtr& victim : admission.victims) names += std::string{victim->metadata.name} + " ";
  return names;
}

}  // namespace

TEST_CASE("whoever fits is admitted, and nobody goes") {
  CHECK(outcome(asking("web", "1"), {asking("big", "3")}).empty());
  CHECK(outcome(asking("vital", "1", priority_of_vital), {asking("big", "3")}).empty());
}

TEST_CASE("others go for a critical pod alone") {
  CHECK(outcome(asking("web", "2"), {asking("big", "3")}) == "OutOfcpu");
  CHECK(outcome(asking("vital", "2", priority_of_vital), {asking("big", "3")}) == "big ");
}

TEST_CASE("nobody goes if that would not suffice") {
  CHECK(outcome(asking("vital", "5", priority_of_vital), {asking("big", "3")}) == "UnexpectedAdmissionError");
  CHECK(outcome(asking("vital", "2", priority_of_vital), {asking("other", "3", priority_of_vital)}) ==
        "UnexpectedAdmissionError");
}

TEST_CASE("nobody goes for a critical pod that would be rejected all the same") {
  api::Pod elsewhere = *asking("vital", "2", priority_of_vital);
  api::PodSpec spec = *elsewhere.spec;
  spec.node_selector = {{"disk", "ssd"}};
  elsewhere.spec = std::make_shared<const api::PodSpec>(std::move(spec));
  CHECK(outcome(std::make_shared<const api::Pod>(elsewhere), {asking("big", "3")}) == "NodeAffinity");
}

}  // namespace podreel::kubelet

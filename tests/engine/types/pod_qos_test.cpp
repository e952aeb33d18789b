// Releases differ about pod-level resources that name no amount.
#include "engine/types/pod_qos.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace podreel::types {

namespace {

/// The class of a pod whose container has equal requests and limits, with these resources of the pod.
std::string class_of(const std::string& pod_resources, const release::Behaviour& behaviour) {
  auto spec = nlohmann::json::parse(R"({"containers": [{"name": "app", "image": "a", "resources":
    {"requests": {"cpu": "1", "memory": "1Gi"}, "limits": {"cpu": "1", "memory": "1Gi"}}}]})");
  if (!pod_resources.empty()) spec["resources"] = nlohmann::json::parse(pod_resources);
  return std::string{spec_with_qos(std::make_shared<const nlohmann::json>(std::move(spec)), behaviour).qos_class};
}

}  // namespace

TEST_CASE("pod-level resources without an amount decide the class alone up to 1.36") {
  for (const char* empty : {"{}", R"({"requests": {}})", R"({"requests": {}, "limits": {}})"}) {
    CAPTURE(empty);
    CHECK(class_of(empty, release::behaviour_of(release::v(34))) == "BestEffort");
    CHECK(class_of(empty, release::behaviour_of(release::v(36))) == "BestEffort");
    CHECK(class_of(empty, release::behaviour_of(release::v(37))) == "Guaranteed");
  }
}

TEST_CASE("feature gates decide whether empty pod-level resources have an effect") {
  const release::FeatureGates off{{"PodLevelResources", false}};
  CHECK(class_of("{}", release::behaviour_of(release::v(36), off)) == "Guaranteed");
  CHECK(class_of("{}", release::behaviour_of(release::v(33))) == "Guaranteed");
  const release::FeatureGates unfixed{{"PodLevelResourcesFixKubeletQOSClass", false}};
  CHECK(class_of("{}", release::behaviour_of(release::v(37), unfixed)) == "BestEffort");
}

TEST_CASE("pod-level resources with an amount, and pods without any, have the same class in all releases") {
  for (const int minor : {34, 36, 37}) {
    const release::Behaviour behaviour = release::behaviour_of(release::v(minor));
    CHECK(class_of(R"({"requests": {"cpu": "2"}})", behaviour) == "Burstable");
    CHECK(class_of("", behaviour) == "Guaranteed");
  }
}

}  // namespace podreel::types

#include "engine/kubelet/allocation/allocated_resources.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

namespace {

api::PodPtr pod(const char* init_cpu, const char* sidecar_cpu, const char* app_cpu) {
  nlohmann::json spec;
  spec["initContainers"] = {{{"name", "init"}, {"image", "i"}},
                            {{"name", "proxy"}, {"image", "p"}, {"restartPolicy", "Always"}}};
  spec["containers"] = {{{"name", "app"}, {"image", "a"}}};
  spec["initContainers"][0]["resources"]["requests"]["cpu"] = init_cpu;
  spec["initContainers"][1]["resources"]["requests"]["cpu"] = sidecar_cpu;
  spec["containers"][0]["resources"]["requests"]["cpu"] = app_cpu;
  auto made = std::make_shared<api::Pod>();
  made->metadata.uid = "uid";
  made->spec = std::make_shared<const api::PodSpec>(
      api::pod_spec_from_json(std::make_shared<const nlohmann::json>(std::move(spec))));
  return made;
}

}  // namespace

TEST_CASE("a pod that has what it asks for is the same pod") {
  const release::Behaviour behaviour = testing::behaviour_of_label("1.35.0");
  const api::PodPtr asks = pod("1", "1", "1");
  CHECK(with_resources(asks, *asks->spec, behaviour) == asks);
  CHECK(with_resources(asks, *pod("1000m", "1", "1")->spec, behaviour) == asks);
}

TEST_CASE("until a resize is allocated the containers have what they had, also as stored") {
  const release::Behaviour behaviour = testing::behaviour_of_label("1.35.0");
  const api::PodPtr has = with_resources(pod("1", "2", "3"), *pod("1", "1", "1")->spec, behaviour);
  const api::Container& app = has->spec->containers.front();
  CHECK(app.requests.at("cpu") == "1");
  CHECK((*app.stored)["resources"]["requests"]["cpu"] == "1");
  CHECK(has->spec->init_containers[1].requests.at("cpu") == "1");
}

TEST_CASE("init containers that end are looked at where they can be resized") {
  const auto init_cpu = [](const char* release) {
    const api::PodPtr has =
        with_resources(pod("2", "1", "1"), *pod("1", "1", "1")->spec, testing::behaviour_of_label(release));
    return has->spec->init_containers[0].requests.at("cpu");
  };
  CHECK(init_cpu("1.35.0") == "2");
  CHECK(init_cpu("1.36.0") == "1");
}

TEST_CASE("a file that is removed was there if something stood in it") {
  AllocatedResources allocated;
  CHECK_FALSE(allocated.clear());
  allocated.set(*pod("1", "1", "1"));
  CHECK(allocated.find("uid") != nullptr);
  CHECK(allocated.clear());
  CHECK(allocated.find("uid") == nullptr);
}

TEST_CASE("limits are held back until they are allocated, as requests are") {
  const auto limited = [](const char* cpu) {
    auto spec = std::make_shared<const nlohmann::json>(nlohmann::json{
        {"containers", {{{"name", "app"}, {"image", "a"}, {"resources", {{"limits", {{"cpu", cpu}}}}}}}}});
    auto made = std::make_shared<api::Pod>();
    made->spec = std::make_shared<const api::PodSpec>(api::pod_spec_from_json(spec));
    return made;
  };
  const api::PodPtr has = with_resources(limited("2"), *limited("1")->spec, testing::behaviour_of_label("1.35.0"));
  const api::Container& app = has->spec->containers.front();
  CHECK(app.limits.at("cpu") == "1");
  CHECK((*app.stored)["resources"] == nlohmann::json{{"limits", {{"cpu", "1"}}}});
}

}  // namespace podreel::kubelet

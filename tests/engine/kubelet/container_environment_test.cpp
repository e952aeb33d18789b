#include "engine/kubelet/container_environment.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/api/config_annotations.hpp"
#include "tests/support/config_objects.hpp"

namespace podreel::kubelet {

namespace {

using apiserver::ConfigKind;
using apiserver::ConfigObjects;

/// What is missing of a container that is written so, in namespace default.
std::string missing(const char* container, const ConfigObjects& objects) {
  api::Pod pod;
  pod.metadata.namespace_name = std::string{"default"};
  pod.spec = std::make_shared<const api::PodSpec>();
  const auto stored = std::make_shared<const nlohmann::json>(nlohmann::json::parse(container));
  const release::Behaviour behaviour = release::behaviour_of(release::v(36));
  return environment_problem(pod, api::container_from_json(stored), true, objects, behaviour).value_or("");
}

/// Problem of a pod whose stored spec is written so.
std::string problem_of_spec(const char* spec, int minor) {
  api::PodSpec pod_spec;
  pod_spec.stored = std::make_shared<const nlohmann::json>(nlohmann::json::parse(spec));
  api::Pod pod;
  pod.spec = std::make_shared<const api::PodSpec>(pod_spec);
  return environment_problem(pod, {}, true, testing::without_config_objects(), release::behaviour_of(release::v(minor)))
      .value_or("");
}

/// Problem of a pod from the API or a file, before the services have been listed.
std::string problem_without_services(int minor, bool is_static) {
  api::PodSpec spec;
  spec.stored = std::make_shared<const nlohmann::json>(nlohmann::json::parse(R"({"enableServiceLinks": true})"));
  api::Pod pod;
  pod.spec = std::make_shared<const api::PodSpec>(spec);
  if (is_static) pod.metadata.annotations[api::config_annotation::source] = "file";
  return environment_problem(pod, {}, false, testing::without_config_objects(),
                             release::behaviour_of(release::v(minor)))
      .value_or("");
}

}  // namespace

TEST_CASE("a whole ConfigMap or Secret that is not there is missing") {
  CHECK(missing(R"({"envFrom": [{"configMapRef": {"name": "cfg"}}]})", testing::without_config_objects()) ==
        R"(configmap "cfg" not found)");
  CHECK(missing(R"({"envFrom": [{"secretRef": {"name": "sec"}}]})", testing::without_config_objects()) ==
        R"(secret "sec" not found)");
  CHECK(missing(R"({"envFrom": [{"secretRef": {"name": "other"}}]})", testing::without_config_objects()).empty());
}

TEST_CASE("a key that the object does not have is missing") {
  ConfigObjects objects = testing::without_config_objects();
  const char* container = R"({"env": [{"name": "A", "valueFrom": {"secretKeyRef": {"name": "sec", "key": "a"}}}]})";
  CHECK(missing(container, objects) == R"(secret "sec" not found)");
  objects.put(ConfigKind::secret, "default/sec", {{"b", ""}});
  CHECK(missing(container, objects) == "couldn't find key a in Secret default/sec");
  objects.put(ConfigKind::secret, "default/sec", {{"a", ""}});
  CHECK(missing(container, objects).empty());
}

TEST_CASE("what is optional is never missing") {
  CHECK(missing(R"({"envFrom": [{"configMapRef": {"name": "cfg", "optional": true}}],
                    "env": [{"name": "A", "valueFrom": {"configMapKeyRef":
                      {"name": "cfg", "key": "a", "optional": true}}}]})",
                testing::without_config_objects())
            .empty());
}

TEST_CASE("of several things the first of envFrom is told") {
  CHECK(missing(R"({"env": [{"name": "A", "valueFrom": {"configMapKeyRef": {"name": "cfg", "key": "a"}}}],
                    "envFrom": [{"secretRef": {"name": "sec"}}]})",
                testing::without_config_objects()) == R"(secret "sec" not found)");
}

TEST_CASE("since 1.13 no container starts in a pod that an older API server has stored without enableServiceLinks") {
  CHECK(problem_of_spec("{}", 12).empty());
  CHECK(problem_of_spec("{}", 13) == "nil pod.spec.enableServiceLinks encountered, cannot construct envvars");
  CHECK(problem_of_spec(R"({"enableServiceLinks": false})", 13).empty());
}

TEST_CASE("since 1.19 no container starts before the services have been listed, except in static pods") {
  CHECK(problem_without_services(18, false).empty());
  CHECK(problem_without_services(19, false) ==
        "services have not yet been read at least once, cannot construct envvars");
  CHECK(problem_without_services(19, true).empty());
}

}  // namespace podreel::kubelet

#include "engine/kubelet/volumes/volume_sources.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/config_objects.hpp"

namespace podreel::kubelet {

namespace {

using apiserver::ConfigKind;
using apiserver::ConfigObjects;

api::Pod pod_with(const char* volumes) {
  nlohmann::json object;
  object["metadata"] = {{"name", "web"}};
  object["spec"]["volumes"] = nlohmann::json::parse(volumes);
  object["spec"]["containers"] = {{{"name", "app"}, {"volumeMounts", {{{"name", "v"}, {"mountPath", "/v"}}}}}};
  return api::pod_from_json(object);
}

std::string missing_of(const char* volumes, const ConfigObjects& objects) {
  return missing_source(pod_with(volumes), "v", objects).value_or("");
}

}  // namespace

TEST_CASE("only volumes that a container mounts have to be there") {
  CHECK(mounted_volumes(*pod_with(R"([{"name": "idle", "emptyDir": {}}, {"name": "v", "emptyDir": {}}])").spec) ==
        std::vector<std::string>{"v"});
}

TEST_CASE("a volume from a ConfigMap or Secret that is not there cannot be set up") {
  CHECK(missing_of(R"([{"name": "v", "configMap": {"name": "cfg"}}])", testing::without_config_objects()) ==
        R"(configmap "cfg" not found)");
  CHECK(missing_of(R"([{"name": "v", "secret": {"secretName": "sec"}}])", testing::without_config_objects()) ==
        R"(secret "sec" not found)");
  CHECK(missing_of(R"([{"name": "v", "secret": {"secretName": "sec", "optional": true}}])",
                   testing::without_config_objects())
            .empty());
  CHECK(missing_of(R"([{"name": "v", "emptyDir": {}}])", testing::without_config_objects()).empty());
}

TEST_CASE("a volume that asks for keys needs those") {
  ConfigObjects objects;
  objects.put(ConfigKind::config_map, "default/cfg", {{"a", ""}});
  CHECK(missing_of(R"([{"name": "v", "configMap": {"name": "cfg", "items": [{"key": "b", "path": "b"}]}}])", objects) ==
        "configmap references non-existent config key: b");
  CHECK(missing_of(R"([{"name": "v", "configMap": {"name": "cfg", "items": [{"key": "a", "path": "a"}]}}])", objects) ==
        "");
}

TEST_CASE("a projected volume needs all of its sources") {
  CHECK(missing_of(R"([{"name": "v", "projected": {"sources":
                  [{"configMap": {"name": "cfg"}}, {"secret": {"name": "sec"}}, {"serviceAccountToken": {}}]}}])",
                   testing::without_config_objects()) == R"([configmap "cfg" not found, secret "sec" not found])");
}

}  // namespace podreel::kubelet

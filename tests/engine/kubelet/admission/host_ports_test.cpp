#include "engine/kubelet/admission/host_ports.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::kubelet {

namespace {

api::PodPtr pod_with(const char* port) {
  nlohmann::json object;
  object["metadata"] = {{"name", "web"}};
  object["spec"]["containers"] = {{{"name", "app"}, {"ports", {nlohmann::json::parse(port)}}}};
  return std::make_shared<const api::Pod>(api::pod_from_json(object));
}

bool are_free(const char* wanted, const char* taken) {
  return host_ports_are_free(*pod_with(wanted)->spec, {pod_with(taken)},
                             release::behaviour_of(release::default_release()));
}

}  // namespace

TEST_CASE("two pods cannot have one port of the node") {
  CHECK_FALSE(are_free(R"({"hostPort": 80})", R"({"hostPort": 80})"));
  CHECK(are_free(R"({"hostPort": 80})", R"({"hostPort": 81})"));
  CHECK(are_free(R"({"hostPort": 80})", R"({"hostPort": 80, "protocol": "UDP"})"));
  CHECK(are_free(R"({"containerPort": 80})", R"({"containerPort": 80})"));
}

TEST_CASE("a pod asks for ports of the node or does not") {
  const release::Behaviour behaviour = release::behaviour_of(release::default_release());
  CHECK(has_host_ports(*pod_with(R"({"hostPort": 80})")->spec, behaviour));
  CHECK_FALSE(has_host_ports(*pod_with(R"({"containerPort": 80})")->spec, behaviour));
}

TEST_CASE("ports of sidecars are taken, too, since that was mended") {
  nlohmann::json object{{"metadata", {{"name", "web"}}}};
  object["spec"]["containers"] = nlohmann::json::array();
  object["spec"]["initContainers"] = nlohmann::json::array(
      {{{"name", "proxy"}, {"restartPolicy", "Always"}, {"ports", nlohmann::json::array({{{"hostPort", 80}}})}}});
  const auto other = std::make_shared<const api::Pod>(api::pod_from_json(object));
  const api::PodPtr wanted = pod_with(R"({"hostPort": 80})");
  const auto behaviour_of = [](std::string_view text) {
    return release::behaviour_of(release::parse_release(text).value());
  };
  CHECK(host_ports_are_free(*wanted->spec, {other}, behaviour_of("1.33.5")));
  CHECK_FALSE(host_ports_are_free(*wanted->spec, {other}, behaviour_of("1.33.6")));
  CHECK_FALSE(host_ports_are_free(*wanted->spec, {other}, behaviour_of("1.34")));
}

TEST_CASE("at two addresses they can, but not if one of them is every address") {
  CHECK(are_free(R"({"hostPort": 80, "hostIP": "10.0.0.1"})", R"({"hostPort": 80, "hostIP": "10.0.0.2"})"));
  CHECK_FALSE(are_free(R"({"hostPort": 80, "hostIP": "10.0.0.1"})", R"({"hostPort": 80})"));
}

}  // namespace podreel::kubelet

// What is the same to Kubernetes although it is written differently.
#include "engine/types/semantic_equal.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/types/catalogue.hpp"

namespace podreel::types {

using Json = nlohmann::json;
using release::v;

namespace {

bool equal_pods(const char* left, const char* right) {
  const Type& type = internal_type(v(30), "Pod");
  const bool equal = semantic_equal(type, Json::parse(left), Json::parse(right));
  CHECK(semantic_equal(type, Json::parse(right), Json::parse(left)) == equal);
  return equal;
}

std::string container(const std::string& members) {
  return R"({"spec": {"containers": [{"name": "a")" + members + "}]}}";
}

bool equal_containers(const std::string& left, const std::string& right) {
  return equal_pods(container(left).c_str(), container(right).c_str());
}

}  // namespace

TEST_CASE("nothing, null and empty lists and maps are alike") {
  CHECK(equal_pods("{}", R"({"metadata": {"labels": {}, "finalizers": []}, "spec": {"containers": null}})"));
  CHECK_FALSE(equal_pods("{}", R"({"metadata": {"labels": {"a": ""}}})"));
  CHECK_FALSE(equal_pods("{}", R"({"metadata": {"finalizers": [""]}})"));
}

TEST_CASE("maps are equal by key, lists by place") {
  CHECK(equal_pods(R"({"metadata": {"labels": {"a": "1", "b": "2"}}})",
                   R"({"metadata": {"labels": {"b": "2", "a": "1"}}})"));
  CHECK_FALSE(equal_pods(R"({"metadata": {"labels": {"a": "1"}}})", R"({"metadata": {"labels": {"b": "1"}}})"));
  CHECK_FALSE(equal_pods(R"({"metadata": {"labels": {"a": "1"}}})", R"({"metadata": {"labels": {"a": "2"}}})"));
  CHECK_FALSE(equal_pods(R"({"metadata": {"labels": {"a": "1", "b": "2"}}})",
                         R"({"metadata": {"labels": {"a": "1", "b": "3"}}})"));
  CHECK_FALSE(equal_containers(R"(, "args": ["a", "b"])", R"(, "args": ["b", "a"])"));
  CHECK_FALSE(equal_containers(R"(, "args": ["a"])", R"(, "args": ["a", "b"])"));
}

TEST_CASE("quantities are equal by value") {
  CHECK(equal_containers(R"(, "resources": {"limits": {"cpu": "0.5"}})",
                         R"(, "resources": {"limits": {"cpu": "500m"}})"));
  CHECK_FALSE(equal_containers(R"(, "resources": {"limits": {"cpu": "0.5"}})",
                               R"(, "resources": {"limits": {"cpu": "501m"}})"));
}

TEST_CASE("a pointer to a zero value is not nothing; a zero value is") {
  CHECK(equal_containers("", R"(, "tty": false)"));
  CHECK_FALSE(equal_containers("", R"(, "securityContext": {})"));
  CHECK_FALSE(equal_containers("", R"(, "securityContext": {"privileged": false})"));
  CHECK_FALSE(equal_containers(R"(, "securityContext": {"privileged": true})",
                               R"(, "securityContext": {"privileged": false})"));
}

TEST_CASE("a port by number is not the same port by name") {
  const auto port = [](const std::string& text) {
    return R"(, "livenessProbe": {"tcpSocket": {"port": )" + text + "}}";
  };
  CHECK(equal_containers(port("80"), port("80")));
  CHECK_FALSE(equal_containers(port("80"), port("\"80\"")));
  CHECK_FALSE(equal_containers(port("80"), port("81")));
}

TEST_CASE("times are equal as instants") {
  CHECK(equal_pods(R"({"metadata": {"creationTimestamp": "2026-01-01T00:00:00Z"}})",
                   R"({"metadata": {"creationTimestamp": "2026-01-01T01:00:00+01:00"}})"));
  CHECK(equal_pods("{}", R"({"metadata": {"creationTimestamp": null}})"));
  CHECK_FALSE(equal_pods("{}", R"({"metadata": {"creationTimestamp": "2026-01-01T00:00:00Z"}})"));
}

TEST_CASE("raw JSON is equal as a tree") {
  const auto managed = [](const std::string& fields) {
    return R"({"metadata": {"managedFields": [{"manager": "m")" + fields + "}]}}";
  };
  const auto equal = [&](const std::string& left, const std::string& right) {
    return equal_pods(managed(left).c_str(), managed(right).c_str());
  };
  CHECK(equal(R"(, "fieldsV1": {"f:a": {}, "f:b": 1})", R"(, "fieldsV1": {"f:b": 1, "f:a": {}})"));
  CHECK_FALSE(equal(R"(, "fieldsV1": {"f:a": {}})", R"(, "fieldsV1": {"f:b": {}})"));
  CHECK_FALSE(equal("", R"(, "fieldsV1": {})"));
}

TEST_CASE("members that the type does not have do not count") {
  CHECK(equal_containers("", R"(, "nonsense": 1)"));
  CHECK_FALSE(equal_containers("", R"(, "tty": true)"));
}

TEST_CASE("a pointer to a number is equal to one of the same number only, on either side") {
  CHECK_FALSE(equal_containers(R"(, "securityContext": {"runAsUser": 1})", R"(, "securityContext": {})"));
  CHECK_FALSE(equal_containers(R"(, "securityContext": {})", R"(, "securityContext": {"runAsUser": 0})"));
  CHECK_FALSE(equal_containers(R"(, "securityContext": {"runAsUser": 0})", R"(, "securityContext": {})"));
  CHECK(equal_containers(R"(, "securityContext": {"runAsUser": 1})", R"(, "securityContext": {"runAsUser": 1})"));
}

TEST_CASE("raw JSON that is only there on one side is another, whichever side that is") {
  const char* with = R"({"metadata": {"managedFields": [{"manager": "m", "fieldsV1": {"a": {}}}]}})";
  const char* without = R"({"metadata": {"managedFields": [{"manager": "m"}]}})";
  CHECK_FALSE(equal_pods(with, without));
  CHECK_FALSE(equal_pods(without, with));
  CHECK(equal_pods(without, without));
}

}  // namespace podreel::types

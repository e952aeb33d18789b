#include "engine/upgrade/pod_object.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::upgrade {

namespace {

using nlohmann::json;

std::string owner(const char* metadata, const char* given = "") {
  return owner_of({json{{"metadata", json::parse(metadata)}}, {}, "", given});
}

bool over(const char* metadata, const char* phase) {
  return is_over(json{{"metadata", json::parse(metadata)}, {"status", {{"phase", phase}}}});
}

}  // namespace

TEST_CASE("a pod belongs to its controller, and a bare one to nobody") {
  CHECK(owner(R"({"name": "p"})").empty());
  CHECK(owner(R"({"name": "p", "namespace": "shop", "ownerReferences": [
                  {"kind": "Other", "name": "x"}, {"kind": "StatefulSet", "name": "db", "controller": true},
                  {"kind": "Late", "name": "y", "controller": true}]})") == "StatefulSet/shop/db");
  CHECK(owner(R"({"name": "p", "ownerReferences": [{"kind": "Job", "name": "x", "controller": true}]})") ==
        "Job/default/x");
  CHECK(owner(R"({"name": "p", "ownerReferences": [{"kind": "Job", "name": "x", "controller": true}]})",
              "Deployment/shop/web") == "Deployment/shop/web");
}

TEST_CASE("a ReplicaSet named after its template's hash is a Deployment's") {
  CHECK(owner(R"({"labels": {"pod-template-hash": "5d4"}, "ownerReferences": [
                  {"kind": "ReplicaSet", "name": "web-5d4", "controller": true}]})") == "Deployment/default/web");
  CHECK(owner(R"({"labels": {"pod-template-hash": "5d4"}, "ownerReferences": [
                  {"kind": "ReplicaSet", "name": "web", "controller": true}]})") == "ReplicaSet/default/web");
  CHECK(owner(R"({"ownerReferences": [{"kind": "ReplicaSet", "name": "web-", "controller": true}]})") ==
        "ReplicaSet/default/web-");
  CHECK(owner(R"({"labels": {"pod-template-hash": "5d4"}, "ownerReferences": [
                  {"kind": "Rollout", "name": "web-5d4", "controller": true}]})") == "Rollout/default/web-5d4");
}

TEST_CASE("a pod is over when it has finished or is being deleted") {
  CHECK(over("{}", "Succeeded"));
  CHECK(over("{}", "Failed"));
  CHECK_FALSE(over("{}", "Running"));
  CHECK_FALSE(over("{}", "Pending"));
  CHECK(over(R"({"deletionTimestamp": "2024-01-01T00:00:00Z"})", "Running"));
}

TEST_CASE("a pod that an API server has stored has a uid, and annotations are read where there are any") {
  CHECK(is_stored(json::parse(R"({"metadata": {"uid": "1"}})")));
  CHECK_FALSE(is_stored(json::parse(R"({"metadata": {"name": "p"}})")));
  const json pod = json::parse(R"({"metadata": {"annotations": {"a": "b"}}})");
  CHECK(annotation_of(pod, "a") == "b");
  CHECK(annotation_of(pod, "c").empty());
  CHECK(phase_of(pod).empty());
}

}  // namespace podreel::upgrade

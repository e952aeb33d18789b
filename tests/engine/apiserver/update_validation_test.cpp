#include "engine/apiserver/update_validation.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::apiserver {

namespace {

using nlohmann::json;

json pod(const char* spec) {
  json object{{"metadata", {{"name", "web"}, {"namespace", "default"}}}, {"spec", json::parse(spec)}};
  return object;
}

std::string answer(const char* before, const char* after, bool resizes = false) {
  return find_update_refusal(pod(before), pod(after), resizes).value_or("allowed");
}

constexpr const char* plain = R"({"containers": [{"name": "a", "image": "a:1"}], "restartPolicy": "Always"})";

}  // namespace

TEST_CASE("images, a first deadline, more tolerations and a grace period that was negative may change") {
  CHECK(answer(plain, R"({"containers": [{"name": "a", "image": "a:2"}], "restartPolicy": "Always"})") == "allowed");
  CHECK(answer(R"({"containers": []})", R"({"containers": [], "activeDeadlineSeconds": 9})") == "allowed");
  CHECK(answer(R"({"containers": [], "activeDeadlineSeconds": 9})",
               R"({"containers": [], "activeDeadlineSeconds": 8})") == "allowed");
  CHECK(answer(R"({"containers": [], "tolerations": [{"key": "a"}]})",
               R"({"containers": [], "tolerations": [{"key": "b"}, {"key": "a", "tolerationSeconds": 3}]})") ==
        "allowed");
  CHECK(answer(R"({"containers": [], "terminationGracePeriodSeconds": -5})",
               R"({"containers": [], "terminationGracePeriodSeconds": 1})") == "allowed");
}

TEST_CASE("everything else is refused in the API server's words") {
  CHECK(answer(plain, R"({"containers": [{"name": "a", "image": "a:1"}], "restartPolicy": "Never"})")
            .starts_with("spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,"));
  CHECK(answer(plain, R"({"containers": [], "restartPolicy": "Always"})") ==
        "spec.containers: Forbidden: pod updates may not add or remove containers");
  CHECK(answer(R"({"containers": [], "activeDeadlineSeconds": 9})", R"({"containers": []})") ==
        "spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value");
  CHECK(answer(R"({"containers": [], "activeDeadlineSeconds": 9})",
               R"({"containers": [], "activeDeadlineSeconds": 10})") ==
        "spec.activeDeadlineSeconds: Invalid value: 10: must be less than or equal to previous value");
  CHECK(answer(R"({"containers": [], "tolerations": [{"key": "a"}]})", R"({"containers": []})")
            .starts_with("spec: Forbidden"));
  CHECK(answer(R"({"containers": [], "terminationGracePeriodSeconds": 30})",
               R"({"containers": [], "terminationGracePeriodSeconds": 1})")
            .starts_with("spec: Forbidden"));
}

TEST_CASE("resources may change where pods can be resized") {
  constexpr const char* small = R"({"containers": [{"name": "a", "resources": {"requests": {"cpu": "1"}}}]})";
  constexpr const char* large = R"({"containers": [{"name": "a", "resources": {"requests": {"cpu": "2"}}}]})";
  CHECK(answer(small, large).starts_with("spec: Forbidden"));
  CHECK(answer(small, large, true) == "allowed");
}

TEST_CASE("a pod keeps its name") {
  json renamed = pod(plain);
  renamed["metadata"]["name"] = "other";
  CHECK(find_update_refusal(pod(plain), renamed, false) ==
        "metadata.name: Invalid value: \"other\": field is immutable");
}

}  // namespace podreel::apiserver

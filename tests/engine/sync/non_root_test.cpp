#include "engine/sync/non_root.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/kubelet_label.hpp"

namespace podreel::sync {

namespace {

const release::Behaviour old = testing::behaviour_of_label("1.19.0");

std::string problem(const char* pod_context, const char* context, std::optional<std::string> user,
                    const release::Behaviour& behaviour = old) {
  nlohmann::json object;
  object["metadata"] = {{"name", "web"}, {"uid", "42"}};
  object["spec"]["securityContext"] = nlohmann::json::parse(pod_context);
  object["spec"]["containers"] = {{{"name", "app"}, {"securityContext", nlohmann::json::parse(context)}}};
  const api::Pod pod = api::pod_from_json(object);
  return check_non_root(pod, pod.spec->containers.at(0), {{}, 0, std::move(user)}, behaviour).value_or("");
}

}  // namespace

TEST_CASE("a container that says nothing of root may be root") {
  CHECK(problem("{}", R"({"runAsUser": 0})", "").empty());
  CHECK(problem("{}", "{}", "").empty());
}

TEST_CASE("the user of the spec must not be root") {
  CHECK(problem("{}", R"({"runAsNonRoot": true, "runAsUser": 0})", {}) ==
        "container's runAsUser breaks non-root policy");
  CHECK(problem("{}", R"({"runAsNonRoot": true, "runAsUser": 1})", "").empty());
}

TEST_CASE("without a user in the spec the image's counts") {
  const char* context = R"({"runAsNonRoot": true})";
  CHECK(problem("{}", context, "") == "container has runAsNonRoot and image will run as root");
  CHECK(problem("{}", context, "0") == "container has runAsNonRoot and image will run as root");
  CHECK(problem("{}", context, "nginx") ==
        "container has runAsNonRoot and image has non-numeric user (nginx), cannot verify user is non-root");
  CHECK(problem("{}", context, "1000").empty());
  CHECK(problem("{}", context, {}).empty());
}

TEST_CASE("the container's own word goes before the pod's") {
  CHECK(problem(R"({"runAsNonRoot": true, "runAsUser": 1})", R"({"runAsUser": 0})", {}) ==
        "container's runAsUser breaks non-root policy");
  CHECK(problem(R"({"runAsNonRoot": true})", R"({"runAsNonRoot": false})", "").empty());
}

TEST_CASE("later kubelets name the container") {
  CHECK(problem("{}", R"({"runAsNonRoot": true, "runAsUser": 0})", {}, testing::behaviour_of_label("1.23.5")) ==
        "container's runAsUser breaks non-root policy (pod: \"web_default(42)\", container: app)");
}

}  // namespace podreel::sync

#include "engine/upgrade/pod_deduplicator.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::upgrade {

namespace {

manifests::ManifestPod pod_at(int line, const char* metadata, const char* owner = "") {
  return {nlohmann::json{{"metadata", nlohmann::json::parse(metadata)}}, {line, 1}, "items[0]", owner};
}

/// What is told of the second of two pods.
std::string reported_for_second(const manifests::ManifestPod& first, const manifests::ManifestPod& second,
                                const char* file = "a.yaml") {
  PodDeduplicator seen;
  std::vector<api::Problem> problems;
  CHECK(seen.is_new(first, file, problems));
  CHECK(problems.empty());
  const bool is_new = seen.is_new(second, "b.yaml", problems);
  CHECK(is_new == problems.empty());
  return problems.empty() ? "" : to_string(problems.front());
}

}  // namespace

TEST_CASE("a pod of a name that was there before is told of with both places") {
  const auto web = [](int line) { return pod_at(line, R"({"name": "web"})"); };
  CHECK(reported_for_second(web(3), web(7)) ==
        "b.yaml:7:1: items[0]: duplicate pod default/web; the first is at a.yaml:3");
  CHECK(reported_for_second(web(3), web(7), "-") ==
        "b.yaml:7:1: items[0]: duplicate pod default/web; the first is at <stdin>:3");
  CHECK(reported_for_second(web(3), pod_at(7, R"({"name": "web", "namespace": "shop"})")).empty());
}

TEST_CASE("pods of templates, and of generated names, are as many as there are, unless they have been stored") {
  const auto made = [](int line) { return pod_at(line, R"({"name": "web-x", "generateName": "web-"})"); };
  const auto stored = [](int line) { return pod_at(line, R"({"name": "web-x", "generateName": "web-", "uid": "1"})"); };
  CHECK(reported_for_second(made(1), made(2)).empty());
  CHECK(reported_for_second(pod_at(1, R"({"name": "web-0"})", "StatefulSet/default/web"),
                            pod_at(2, R"({"name": "web-0"})", "StatefulSet/default/web"))
            .empty());
  CHECK_FALSE(reported_for_second(stored(1), stored(2)).empty());
}

}  // namespace podreel::upgrade

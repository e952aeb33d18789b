#include "engine/decide/pod_resources.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/kubelet_label.hpp"

namespace podreel::decide {

namespace {

api::SpecPtr spec_of(const char* text) {
  const auto stored = std::make_shared<const nlohmann::json>(nlohmann::json::parse(text));
  return std::make_shared<const api::PodSpec>(api::pod_spec_from_json(stored));
}

std::int64_t cpu(const char* text, const char* release = "1.34.0") {
  return pod_request(*spec_of(text), "cpu", testing::behaviour_of_label(release));
}

std::int64_t cpu_limit(const char* text, const char* release = "1.34.0") {
  return pod_limit(*spec_of(text), "cpu", testing::behaviour_of_label(release));
}

}  // namespace

TEST_CASE("a pod asks for what its containers ask for together, or its largest init container, whichever is more") {
  CHECK(cpu(R"({"containers": [{"name": "a", "resources": {"requests": {"cpu": "1"}}},
                               {"name": "b", "resources": {"requests": {"cpu": "250m"}}}]})") == 1250);
  constexpr const char* large_init = R"({"initContainers": [{"name": "i", "resources": {"requests": {"cpu": "3"}}},
                                                            {"name": "j", "resources": {"requests": {"cpu": "2"}}}],
                                         "containers": [{"name": "a", "resources": {"requests": {"cpu": "1"}}}]})";
  CHECK(cpu(large_init) == 3000);
  CHECK(cpu(R"({"containers": [{"name": "a"}]})") == 0);
  CHECK(pod_request(*spec_of(R"({"containers": [{"name": "a", "resources": {"requests": {"memory": "1Ki"}}}]})"),
                    "memory", testing::behaviour_of_label("1.34.0")) == 1024);
}

TEST_CASE("sidecars run beside containers, and beside the init containers after them") {
  constexpr const char* with_sidecar = R"({"initContainers": [
      {"name": "before", "resources": {"requests": {"cpu": "3500m"}}},
      {"name": "side", "restartPolicy": "Always", "resources": {"requests": {"cpu": "1"}}},
      {"name": "after", "resources": {"requests": {"cpu": "3"}}}],
    "containers": [{"name": "a", "resources": {"requests": {"cpu": "2"}}}]})";
  CHECK(cpu(with_sidecar) == 4000);
  CHECK(cpu(with_sidecar, "1.27.0") == 3500);
  CHECK(cpu(R"({"initContainers": [{"name": "side", "restartPolicy": "Always",
                                    "resources": {"requests": {"cpu": "1"}}}],
                "containers": [{"name": "a", "resources": {"requests": {"cpu": "2"}}}]})") == 3000);
}

TEST_CASE("what a pod asks for as a whole takes the place of what its containers ask for") {
  CHECK(cpu(R"({"resources": {"requests": {"cpu": "5"}},
                "containers": [{"name": "a", "resources": {"requests": {"cpu": "2"}}}]})") == 5000);
  CHECK(cpu(R"({"resources": {"requests": {"memory": "5"}},
                "containers": [{"name": "a", "resources": {"requests": {"cpu": "2"}}}]})") == 2000);
}

TEST_CASE("a pod's overhead comes on top of its requests, and of its limits if it has any") {
  constexpr const char* text = R"({"overhead": {"cpu": "100m"}, "containers": [
      {"name": "a", "resources": {"requests": {"cpu": "1"}, "limits": {"cpu": "2"}}}]})";
  CHECK(cpu(text) == 1100);
  CHECK(cpu_limit(text) == 2100);
  CHECK(cpu(text, "1.15.0") == 1000);
  CHECK(cpu_limit(R"({"overhead": {"cpu": "100m"}, "containers": [{"name": "a"}]})") == 0);
}

TEST_CASE("what pods request is remembered until something else is asked about") {
  const release::Behaviour behaviour = testing::behaviour_of_label("1.34.0");
  const api::SpecPtr spec =
      spec_of(R"({"containers": [{"name": "a", "resources": {"requests": {"cpu": "1", "memory": "7"}}}]})");
  PodRequests requests{behaviour};
  requests.request_resize({"cpu", "memory"});
  const std::vector<std::int64_t>& first = requests.of(spec);
  CHECK(first == std::vector<std::int64_t>{1000, 7});
  requests.request_resize({"cpu", "memory"});
  CHECK(&requests.of(spec) == &first);
  CHECK(first.size() == 2);
  requests.request_resize({"memory"});
  CHECK(requests.of(spec) == std::vector<std::int64_t>{7});
}

}  // namespace podreel::decide

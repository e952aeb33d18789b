// What decoding and conversion do to a manifest before its pod is hashed.
#include "engine/identity/internal_pod.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::identity {

using Json = nlohmann::json;

namespace {

constexpr release::Release keeps_one_ip{15, 0};
constexpr release::Release keeps_a_list{16, 0};

Json converted(const char* manifest, release::Release release = keeps_a_list) {
  return internal_pod(Json::parse(manifest), release);
}

}  // namespace

TEST_CASE("the single address becomes the first of the list since 1.16") {
  const char* manifest = R"({"status": {"podIP": "10.0.0.1"}})";
  CHECK(converted(manifest)["status"]["podIPs"] == Json::parse(R"([{"ip": "10.0.0.1"}])"));
  CHECK_FALSE(converted(manifest, keeps_one_ip)["status"].contains("podIPs"));
}

TEST_CASE("a list of addresses that begins with another one gives way") {
  for (const char* list : {R"([{"ip": "10.0.0.2"}, {"ip": "fd00::2"}])", "[]", "null"}) {
    const std::string manifest = std::string{R"({"status": {"podIP": "10.0.0.1", "podIPs": )"} + list + "}}";
    CHECK(converted(manifest.c_str())["status"]["podIPs"] == Json::parse(R"([{"ip": "10.0.0.1"}])"));
  }
}

TEST_CASE("a list that begins with the single address stays, and one without it, too") {
  const Json both = Json::parse(R"([{"ip": "10.0.0.1"}, {"ip": "fd00::1"}])");
  CHECK(
      converted(R"({"status": {"podIP": "10.0.0.1", "podIPs": [{"ip": "10.0.0.1"}, {"ip": "fd00::1"}]}})")["status"]
                                                                                                          ["podIPs"] ==
      both);
  CHECK(converted(R"({"status": {"podIPs": [{"ip": "10.0.0.1"}, {"ip": "fd00::1"}]}})")["status"]["podIPs"] == both);
}

TEST_CASE("the host's namespaces move into the security context") {
  const Json spec = converted(R"({"spec": {"hostNetwork": true, "securityContext": {"runAsUser": 1}}})")["spec"];
  CHECK(spec["securityContext"]["hostNetwork"] == true);
  CHECK(spec["securityContext"]["runAsUser"] == 1);
  CHECK_FALSE(spec["securityContext"].contains("hostPID"));
}

TEST_CASE("the deprecated name of the service account counts where the other is not given") {
  CHECK(converted(R"({"spec": {"serviceAccount": "old"}})")["spec"]["serviceAccountName"] == "old");
  CHECK(
      converted(R"({"spec": {"serviceAccount": "old", "serviceAccountName": "new"}})")["spec"]["serviceAccountName"] ==
      "new");
}

TEST_CASE("init containers of old, which were annotations, are dropped, others stay") {
  const Json metadata = converted(R"({"metadata": {"annotations": {
      "pod.beta.kubernetes.io/init-containers": "[]", "pod.alpha.kubernetes.io/init-container-statuses": "[]",
      "pod.beta.kubernetes.io/other": "stays"}}})")["metadata"];
  CHECK(metadata["annotations"] == Json::parse(R"({"pod.beta.kubernetes.io/other": "stays"})"));
}

TEST_CASE("a manifest of a wrong shape is an empty pod") {
  for (const char* manifest : {"[]", "7", R"({"spec": []})", R"({"apiVersion": "v1", "kind": "Pod"})"}) {
    const Json pod = converted(manifest);
    CHECK(pod["spec"].is_object());
    CHECK_FALSE(pod.contains("kind"));
  }
}

}  // namespace podreel::identity

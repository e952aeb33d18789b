#include "engine/apiserver/service_account_volume.hpp"

#include <doctest/doctest.h>
#include <string>

#include "engine/release/release.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

json admitted(const char* release, json spec, std::string_view uid = "uid") {
  const release::Behaviour behaviour = release::behaviour_of(release::parse_release(release).value());
  add_service_account_volume(spec, uid, "default", behaviour);
  return spec;
}

std::string volume_of(const json& spec) {
  return spec.at("volumes").at(0).at("name").get<std::string>();
}

const json with_init_container =
    json::parse(R"({"initContainers": [{"name": "init"}], "containers": [{"name": "app"}]})");

}  // namespace

TEST_CASE("every container mounts the volume of the pod's service account") {
  for (const char* release : {"1.21", "1.24", "1.36"}) {
    const json spec = admitted(release, with_init_container);
    CHECK(volume_of(spec).starts_with("kube-api-access-"));
    CHECK(volume_of(spec).size() == std::string{"kube-api-access-12345"}.size());
    CHECK(spec.at("/volumes/0/projected/sources/1/configMap/name"_json_pointer) == "kube-root-ca.crt");
    for (const char* container : {"/initContainers/0", "/containers/0"}) {
      const json& mount = spec.at(json::json_pointer{container}).at("volumeMounts").at(0);
      CHECK(mount.at("name") == volume_of(spec));
      CHECK(mount.at("readOnly") == true);
    }
  }
}

TEST_CASE("before tokens expired, pods of a namespace mounted one Secret") {
  const json spec = admitted("1.20", with_init_container);
  CHECK(volume_of(spec).starts_with("default-token-"));
  CHECK(spec.at("/volumes/0/secret/secretName"_json_pointer) == volume_of(spec));
  CHECK(volume_of(admitted("1.20", with_init_container, "other")) == volume_of(spec));
  CHECK(volume_of(admitted("1.21", with_init_container, "other")) != volume_of(admitted("1.21", with_init_container)));
}

TEST_CASE("a pod whose volume has a token gets the account that it does not name") {
  const auto lacks = [](const char* spec) { return lacks_service_account(json::parse(spec)); };
  const json token =
      json::parse(R"({"volumes": [{"projected": {"sources": [{"serviceAccountToken": {"path": "t"}}]}}]})");
  CHECK(lacks_service_account(token));
  for (const char* field : {"serviceAccountName", "serviceAccount"}) {
    json named = token;
    named[field] = "own";
    CHECK_FALSE(lacks_service_account(named));
  }
  CHECK_FALSE(lacks(R"({"containers": [{"name": "app"}]})"));
  CHECK_FALSE(lacks(R"({"volumes": [{"emptyDir": {}}, {"projected": {"sources": [{"secret": {"name": "s"}}]}}]})"));
}

TEST_CASE("who wants no token, or mounts something else in its place, gets no volume") {
  json spec = with_init_container;
  spec["automountServiceAccountToken"] = false;
  CHECK(admitted("1.30", spec) == spec);
  json own = json::parse(R"({"containers": [{"name": "app", "volumeMounts": [
      {"name": "own", "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount"}]}]})");
  CHECK(admitted("1.30", own) == own);
}

}  // namespace podreel::apiserver

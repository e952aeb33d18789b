#include "engine/kubelet/docker_keyring.hpp"

#include <doctest/doctest.h>

#include "engine/apiserver/stored_config.hpp"

namespace podreel::kubelet {

namespace {

std::string logins(const std::string& config, std::string_view repository) {
  DockerKeyring keyring;
  keyring.add({.secret = "default/a", .uid = "1", .login = {}}, {{".dockerconfigjson", config}});
  std::string found;
  for (const sync::PullCredential& credential : keyring.look_up(repository)) found += credential.login + ' ';
  return found;
}

}  // namespace

TEST_CASE("credentials are for the registry, and for a path in it") {
  const std::string config = R"({"auths": {"registry.corp": {"auth": "eDp5"},
      "https://registry.corp/v2/team": {"username": "u", "password": "p"}, "*.example.com:5000": {"auth": "ZTpl"}}})";
  CHECK(logins(config, "registry.corp/private") == "x:y ");
  CHECK(logins(config, "registry.corp/team/app") == "u:p x:y ");
  CHECK(logins(config, "eu.example.com:5000/app") == "e:e ");
  CHECK(logins(config, "eu.example.com/app") == "");
  CHECK(logins(config, "docker.io/library/app") == "");
}

TEST_CASE("the default registry's credentials are for images without a registry") {
  const std::string config = R"({"auths": {"https://index.docker.io/v1/": {"auth": "eDp5"}}})";
  CHECK(logins(config, "docker.io/library/app") == "x:y ");
  CHECK(logins(config, "registry.corp/app") == "");
}

TEST_CASE("a registry with many stars is compared without trying all places of each") {
  const std::string stars = "a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b.corp";
  const std::string config = R"({"auths": {")" + stars + R"(": {"auth": "eDp5"}}})";
  CHECK(logins(config, std::string(2000, 'a') + ".corp/app") == "");
  CHECK(logins(config, std::string(2000, 'a') + "b.corp/app") == "x:y ");
}

TEST_CASE("a Secret that is no configuration of Docker has no credentials") {
  CHECK(logins("no JSON", "docker.io/library/app") == "");
  CHECK(logins(R"({"auths": 5})", "docker.io/library/app") == "");
}

TEST_CASE("the credentials that the API shows of an assumed Secret are good for every registry") {
  const std::string shown = apiserver::assumed_value(apiserver::pull_credentials);
  for (const char* repository : {"docker.io/library/app", "localhost/app", "registry.corp/team/app",
                                 "123456789012.dkr.ecr.example.com/app", "eu.gcr.io/app"}) {
    CAPTURE(repository);
    CHECK(logins(shown, repository) == "podreel:podreel ");
  }
  CHECK(apiserver::assumed_value("password").empty());
}

}  // namespace podreel::kubelet

#include "scenarios/cluster/pod_template.hpp"

#include <doctest/doctest.h>

#include "scenarios/cluster/workload_defaults.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

/// What `kubectl create deployment nginx --image=nginx` creates, with the defaults of that release.
json nginx(release::Release release) {
  json deployment = json::parse(R"({"spec": {
    "selector": {"matchLabels": {"app": "nginx"}},
    "template": {"metadata": {"labels": {"app": "nginx"}},
                 "spec": {"containers": [{"name": "nginx", "image": "nginx", "resources": {}}]}}}})");
  apply_workload_defaults("deployments", deployment, release, {});
  return deployment["spec"]["template"];
}

std::string hash_in(int minor) {
  const release::Release release = release::v(minor);
  return template_hash(nginx(release), 0, release);
}

}  // namespace

TEST_CASE("a template's hash is the one that ReplicaSets of that release are named with") {
  // As tutorials and bug reports of those years show `kubectl get replicasets`.
  CHECK(hash_in(20) == "6799fc88d8");
  CHECK(hash_in(24) == "8f458dc5b");
  CHECK(hash_in(28) == "7854ff8877");
  CHECK(hash_in(30) == "bf5d5cf98");
  CHECK(hash_in(32) == "5869d7778c");
}

TEST_CASE("a collision gives another hash") {
  const release::Release release = release::v(30);
  CHECK(template_hash(nginx(release), 1, release) != template_hash(nginx(release), 0, release));
}

TEST_CASE("a share of pods is rounded as asked") {
  CHECK(scaled("25%", 10, true) == 3);
  CHECK(scaled("25%", 10, false) == 2);
  CHECK(scaled(4, 10, false) == 4);
}

}  // namespace podreel::cluster

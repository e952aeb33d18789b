// Upgrades and rollbacks under each identity policy.
#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/api/pod.hpp"
#include "engine/decide/policy_text.hpp"
#include "engine/identity/container_hash.hpp"
#include "engine/invariant.hpp"
#include "engine/types/catalogue.hpp"
#include "engine/types/semantic_equal.hpp"

namespace podreel::decide {

namespace {

using identity::container_hash;
using Json = nlohmann::json;
using release::v;

api::Container container_of(Json stored) {
  return api::container_from_json(std::make_shared<const Json>(std::move(stored)));
}

const Json limited_web = Json::parse(R"({
  "name": "web", "image": "nginx:1.25", "imagePullPolicy": "IfNotPresent",
  "resources": {"limits": {"cpu": "1"}, "requests": {"cpu": "1"}},
  "livenessProbe": {"tcpSocket": {"port": 80}, "timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1,
                    "failureThreshold": 3},
  "volumeMounts": [{"name": "a", "mountPath": "/a"}],
  "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File"
})");

/// What the runtime tells of a container that a kubelet with `policy` created.
runtime::ContainerStatus created_by(const Policy& policy, const api::Container& container) {
  runtime::ContainerStatus status;
  status.hash = policy.hash_container(container);
  status.stored_spec = policy.spec_to_store(container);
  return status;
}

std::shared_ptr<const Policy> policy(std::string_view text, int minor) {
  return make_policy(parse_policy(text).value(), v(minor));
}

}  // namespace

TEST_CASE("a policy that changes the image without the stored spec, or the other way around, ends the run") {
  api::Container container = container_of(limited_web);
  container.image = "nginx:1.26";
  const std::shared_ptr<const Policy> upstream = make_policy({}, v(30));
  CHECK_THROWS_AS(static_cast<void>(upstream->hash_container(container)), InvariantViolation);
  container = container_of(limited_web);
  Json other = limited_web;
  other["image"] = "nginx:1.26";
  container.stored = std::make_shared<const Json>(other);
  CHECK_THROWS_AS(static_cast<void>(upstream->hash_container(container)), InvariantViolation);
  CHECK(upstream->hash_container(container_of(other)) == container_hash(other, v(30)));
}

TEST_CASE("policies are read from their names") {
  CHECK(parse_policy("upstream")->kind == PolicyKind::upstream);
  CHECK(parse_policy("serialized-spec")->kind == PolicyKind::serialized_spec);
  CHECK(parse_policy("rewrite")->kind == PolicyKind::rewrite);
  const PolicySettings dual = parse_policy("dual-hash 1.12 via 1.17 ignoring SubPathExpr,StartupProbe").value();
  CHECK(dual.older == release::parse_release("1.12"));
  CHECK(dual.types == release::parse_release("1.17"));
  CHECK(dual.ignored_fields == std::vector<std::string>{"SubPathExpr", "StartupProbe"});
  for (const char* text :
       {"", "upstreams", "dual-hash", "dual-hash 1.99", "upstream 1.12", "dual-hash 1.12 through 1.17"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_policy(text).has_value());
  }
}

TEST_CASE("a policy is written as it is read") {
  for (const char* text :
       {"upstream", "serialized-spec", "rewrite", "dual-hash 1.12.10",
        "dual-hash 1.12.10 via 1.17.17 ignoring SubPathExpr,StartupProbe", "dual-hash 1.12.10 ignoring "}) {
    CAPTURE(text);
    CHECK(to_string(parse_policy(text).value()) == text);
  }
}

TEST_CASE("a policy that ignores a field which containers do not have is reported, with the likely name") {
  const auto message = [](const std::string& fields) {
    return unknown_ignored_field(parse_policy("dual-hash 1.12 ignoring " + fields).value());
  };
  CHECK(message("SubPathExpr,RunAsGroup,Env,ResizePolicy").empty());
  CHECK(unknown_ignored_field(parse_policy("dual-hash 1.12").value()).empty());
  CHECK(message("StartupProbe,SubpathExpr") ==
        "containers have no field \"SubpathExpr\"; did you mean \"SubPathExpr\"?");
  CHECK(message("NoSuchField") ==
        "containers have no field \"NoSuchField\"; accepted: Go names of fields of the container and its types, as "
        "StartupProbe");
  CHECK_FALSE(message("NodeSelector").empty());
}

TEST_CASE("upstream restarts what another formula started, on the way up and on the way back") {
  const api::Container container = container_of(limited_web);
  CHECK(policy("upstream", 17)->compare(container, created_by(*policy("upstream", 12), container)).changed);
  CHECK(policy("upstream", 12)->compare(container, created_by(*policy("upstream", 17), container)).changed);
  CHECK_FALSE(policy("upstream", 17)->compare(container, created_by(*policy("upstream", 16), container)).changed);
}

TEST_CASE("dual-hash leaves alone what the older kubelet started, but not what was edited") {
  const api::Container container = container_of(limited_web);
  const auto patched = policy("dual-hash 1.12", 36);
  const runtime::ContainerStatus old = created_by(*policy("upstream", 12), container);
  CHECK_FALSE(patched->compare(container, old).changed);
  Json edited = limited_web;
  edited["image"] = "nginx:1.26";
  CHECK(patched->compare(container_of(edited), old).changed);
}

TEST_CASE("after a rollback from dual-hash only what the patched kubelet started restarts") {
  const api::Container container = container_of(limited_web);
  const auto before = policy("upstream", 12);
  CHECK_FALSE(before->compare(container, created_by(*before, container)).changed);
  CHECK(before->compare(container, created_by(*policy("dual-hash 1.12", 17), container)).changed);
}

TEST_CASE("dual-hash with too few ignored fields does not recognise the container") {
  const api::Container container = container_of(limited_web);
  const runtime::ContainerStatus old = created_by(*policy("upstream", 12), container);
  CHECK(policy("dual-hash 1.12 via 1.17 ignoring StartupProbe", 17)->compare(container, old).changed);
  CHECK_FALSE(policy("dual-hash 1.12 via 1.17 ignoring SubPathExpr,StartupProbe,WindowsOptions", 17)
                  ->compare(container, old)
                  .changed);
}

TEST_CASE("serialized-spec compares what the specs mean, whatever the releases hash") {
  const runtime::ContainerStatus old = created_by(*policy("serialized-spec", 12), container_of(limited_web));
  const auto newer = policy("serialized-spec", 31);
  CHECK_FALSE(newer->compare(container_of(limited_web), old).changed);
  Json respelled = limited_web;
  respelled["resources"]["limits"]["cpu"] = "1000m";
  respelled["env"] = Json::array();
  CHECK_FALSE(newer->compare(container_of(respelled), old).changed);
  Json edited = limited_web;
  edited["command"] = {"sleep"};
  CHECK(newer->compare(container_of(edited), old).changed);
}

TEST_CASE("serialized-spec falls back to the hash for what an unpatched kubelet started") {
  const runtime::ContainerStatus old = created_by(*policy("upstream", 12), container_of(limited_web));
  CHECK(old.stored_spec == nullptr);
  CHECK(policy("serialized-spec", 17)->compare(container_of(limited_web), old).changed);
  CHECK_FALSE(policy("serialized-spec", 12)->compare(container_of(limited_web), old).changed);
}

TEST_CASE("rewritten hashes are those of the new kubelet, and a rollback needs rewriting again") {
  const api::Container container = container_of(limited_web);
  runtime::ContainerStatus status = created_by(*policy("upstream", 12), container);
  status.hash = rewritten_hash(*container.stored, v(17));
  CHECK_FALSE(policy("rewrite", 17)->compare(container, status).changed);
  CHECK(policy("upstream", 12)->compare(container, status).changed);
}

TEST_CASE("kubelets of 1.27 to 1.30 know a container without its resources, too") {
  Json resized_web = limited_web;
  resized_web["resources"]["limits"]["cpu"] = "2";
  for (const int minor : {26, 27, 30, 31}) {
    const auto upstream = policy("upstream", minor);
    const std::uint64_t hash = upstream->hash_without_resources(container_of(limited_web));
    CHECK((hash != 0) == (minor == 27 || minor == 30));
    CHECK(hash == upstream->hash_without_resources(container_of(resized_web)));
  }
}

TEST_CASE("a verdict carries both hashes for the message") {
  const api::Container container = container_of(limited_web);
  runtime::ContainerStatus status;
  status.hash = 42;
  const IdentityVerdict verdict = policy("upstream", 10)->compare(container, status);
  CHECK(verdict.changed);
  CHECK(verdict.stored_hash == 42);
  CHECK(verdict.wanted_hash == container_hash(limited_web, v(10)));
}

TEST_CASE("semantic equality: quantities by value, nothing and empty alike, unknown members ignored") {
  const types::Type& type = types::v1_type(v(28), "Container");
  CHECK(semantic_equal(type, {{"name", "c"}}, {{"name", "c"}, {"env", Json::array()}, {"unknown", 1}}));
  CHECK(semantic_equal(type, {{"resources", {{"limits", {{"cpu", "0.5"}}}}}},
                       {{"resources", {{"limits", {{"cpu", "500m"}}}}}}));
  CHECK(semantic_equal(type, {{"resources", {{"limits", Json::object()}}}}, Json::object()));
  CHECK_FALSE(semantic_equal(type, {{"securityContext", Json::object()}}, Json::object()));
  CHECK_FALSE(semantic_equal(type, {{"args", {"a", "b"}}}, {{"args", {"b", "a"}}}));
  CHECK_FALSE(semantic_equal(type, {{"livenessProbe", {{"tcpSocket", {{"port", 80}}}}}},
                             {{"livenessProbe", {{"tcpSocket", {{"port", "80"}}}}}}));
}

}  // namespace podreel::decide

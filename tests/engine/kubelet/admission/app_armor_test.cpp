#include "engine/kubelet/admission/app_armor.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/release/behaviour/looping.hpp"

namespace podreel::kubelet {

namespace {

struct Confined {
  std::string annotation = "localhost/deny-write";
  nlohmann::json security_context = nlohmann::json::object();
  AppArmor node{};
  std::string release = "1.23";
  std::string phase = "Pending";
  release::FeatureGates gates{};
};

std::string why(const Confined& confined) {
  nlohmann::json pod{{"metadata", {{"name", "web"}}},
                     {"spec", {{"containers", {{{"name", "app"}, {"securityContext", confined.security_context}}}}}},
                     {"status", {{"phase", confined.phase}}}};
  if (!confined.annotation.empty()) {
    pod["metadata"]["annotations"] = {{"container.apparmor.security.beta.kubernetes.io/app", confined.annotation}};
  }
  const release::Release release = release::parse_release(confined.release).value();
  const release::Behaviour behaviour = release::behaviour_of(release, confined.gates);
  const auto problem = app_armor_problem(api::pod_from_json(pod), confined.node, behaviour);
  if (problem) CHECK(problem->rejects == behaviour.has(release::app_armor_rejects));
  return problem ? problem->message : "";
}

}  // namespace

TEST_CASE("a pod that asks for a profile does not run where AppArmor is missing") {
  const std::string missing = "Cannot enforce AppArmor: AppArmor is not enabled on the host";
  CHECK(why({.node = {.is_enabled = false}}) == missing);
  CHECK(why({.annotation = "runtime/default", .node = {.is_enabled = false}}) == missing);
  CHECK(why({.annotation = "",
             .security_context = {{"appArmorProfile", {{"type", "RuntimeDefault"}}}},
             .node = {.is_enabled = false},
             .release = "1.30"}) == missing);
}

TEST_CASE("a pod that asks for none runs anywhere") {
  CHECK(why({.annotation = "", .node = {.is_enabled = false}}).empty());
  CHECK(why({.annotation = "unconfined", .node = {.is_enabled = false}}).empty());
  CHECK(why({.annotation = "",
             .security_context = {{"appArmorProfile", {{"type", "Unconfined"}}}},
             .node = {.is_enabled = false},
             .release = "1.30"})
            .empty());
}

TEST_CASE("a pod that has run is not asked again") {
  CHECK(why({.node = {.is_enabled = false}, .phase = "Running"}).empty());
}

TEST_CASE("kubelets up to 1.23 look whether the profile is loaded") {
  CHECK(why({.node = {.profiles = {{"deny-write"}}}}).empty());
  CHECK(why({.node = {.profiles = {{"other"}}}}) == "Cannot enforce AppArmor: profile \"deny-write\" is not loaded");
  CHECK(why({.node = {.profiles = {{"other"}}}, .release = "1.24"}).empty());
  CHECK(why({}).empty());
}

TEST_CASE("a profile needs a name") {
  CHECK(why({.annotation = "default"}) == "Cannot enforce AppArmor: invalid AppArmor profile name: \"default\"");
  CHECK(why({.annotation = "localhost/", .release = "1.24"}) ==
        "Cannot enforce AppArmor: invalid empty AppArmor profile name: \"localhost/\"");
}

TEST_CASE("without its gate no profile can be had") {
  CHECK(why({.gates = {{"AppArmor", false}}}) == "Cannot enforce AppArmor: AppArmor disabled by feature-gate");
}

}  // namespace podreel::kubelet

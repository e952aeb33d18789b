// The admission plugin DefaultTolerationSeconds.
#include "engine/apiserver/default_tolerations.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace podreel::apiserver {

namespace {

nlohmann::json tolerations_of(const nlohmann::json& spec) {
  const api::Manifest manifest = std::make_shared<const nlohmann::json>(nlohmann::json{{"spec", spec}});
  return with_default_tolerations(manifest)->at("spec").at("tolerations");
}

}  // namespace

TEST_CASE("a pod tolerates lost nodes and such as are not ready for 300 s") {
  const nlohmann::json tolerations = tolerations_of(nlohmann::json::object());
  REQUIRE(tolerations.size() == 2);
  CHECK(tolerations[0]["key"] == "node.kubernetes.io/not-ready");
  CHECK(tolerations[1]["key"] == "node.kubernetes.io/unreachable");
  for (const nlohmann::json& toleration : tolerations) {
    CHECK(toleration["effect"] == "NoExecute");
    CHECK(toleration["tolerationSeconds"] == 300);
  }
}

TEST_CASE("a pod that says for how long itself keeps that") {
  const nlohmann::json own{{"key", "node.kubernetes.io/unreachable"}, {"operator", "Exists"}, {"tolerationSeconds", 6}};
  const nlohmann::json tolerations = tolerations_of({{"tolerations", {own}}});
  REQUIRE(tolerations.size() == 2);
  CHECK(tolerations[0] == own);
  CHECK(tolerations[1]["key"] == "node.kubernetes.io/not-ready");
  const nlohmann::json everything{{"operator", "Exists"}};
  CHECK(tolerations_of({{"tolerations", {everything}}}).size() == 1);
  const nlohmann::json other_effect{{"operator", "Exists"}, {"effect", "NoSchedule"}};
  CHECK(tolerations_of({{"tolerations", {other_effect}}}).size() == 3);
}

}  // namespace podreel::apiserver

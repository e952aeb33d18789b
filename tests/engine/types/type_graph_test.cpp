// The table of types against what reflection saw.
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/types/catalogue.hpp"
#include "tests/support/conformance.hpp"

namespace podreel::types {

namespace {

using Json = nlohmann::json;

/// "Name type json,omitempty", as reflection saw it.
std::vector<std::string> recorded_fields(const Json& type) {
  std::vector<std::string> fields;
  for (const Json& field : type.at("fields")) {
    fields.push_back(field.at("go").get<std::string>() + " " + field.at("type").get<std::string>() + " " +
                     field.at("json").get<std::string>() + (field.at("omitempty") ? ",omitempty" : ""));
  }
  return fields;
}

std::vector<std::string> fields_of(const Type& type) {
  std::vector<std::string> fields;
  for (const Field& field : type.fields) {
    fields.push_back(field.name + " " + field.type->name + " " + field.json + (field.omit_empty ? ",omitempty" : ""));
  }
  return fields;
}

}  // namespace

TEST_CASE("what a container reaches is in every release what reflection saw") {
  const auto folder = testing::conformance_folder();
  if (!folder) return;
  for (const release::Release release : release::simulated_releases()) {
    std::ifstream file{*folder / ("hash/schema/" + release::minor_string(release) + ".json")};
    if (!file) continue;
    const Json recorded = Json::parse(file).at("types");
    for (const auto& item : recorded.items()) {
      const std::string& name = item.key();
      const auto& type = item.value();
      const std::string id{without_package(name)};
      if (type.at("kind") != "struct" || !name.starts_with("v1.")) continue;
      CAPTURE(release::to_string(release));
      CAPTURE(name);
      CHECK(fields_of(v1_type(release, id)) == recorded_fields(type));
    }
  }
}

TEST_CASE("inlined members stand among those around them") {
  const Type& probe = v1_type({30, 0}, "Probe");
  CHECK(probe.fields.front().inlined);
  REQUIRE(probe.find("exec") != nullptr);
  CHECK(probe.find("exec")->name == "Exec");
  CHECK(probe.members.size() == probe.fields.size() - 1 + probe.fields.front().type->members.size());
}

TEST_CASE("without a release a type has the fields of all, in their newest form") {
  const Type& lifecycle = Catalogue::built_in().get(Api::v1, {}, "Lifecycle");
  CHECK(lifecycle.find("preStop")->type->id == "*LifecycleHandler");
  CHECK(Catalogue::built_in().get(Api::v1, {}, "PodSpec").find("workloadRef") != nullptr);
  CHECK(v1_type({36, 0}, "PodSpec").find("workloadRef") == nullptr);
}

TEST_CASE("host namespaces are the security context's in the internal API") {
  const release::Release release{30, 0};
  CHECK(v1_type(release, "PodSpec").find("hostNetwork") != nullptr);
  CHECK(internal_type(release, "PodSpec").find("hostNetwork") == nullptr);
  CHECK(internal_type(release, "PodSecurityContext").find("hostNetwork") != nullptr);
  CHECK(internal_type(release, "PodSpec").name == "core.PodSpec");
  CHECK(internal_type({8, 0}, "PodSpec").name == "api.PodSpec");
}

}  // namespace podreel::types

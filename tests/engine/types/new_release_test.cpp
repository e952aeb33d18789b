// A release that podreel was not built for, made of data alone: 1.38 brings a field with a gate and a default.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/types/check.hpp"
#include "engine/types/defaults.hpp"
#include "engine/types/go_json.hpp"
#include "engine/types/go_spew.hpp"
#include "engine/types/semantic_equal.hpp"

namespace podreel::types {

namespace {

using Json = nlohmann::json;

constexpr release::Release before{37, 0};
constexpr release::Release brings_it{38, 0};

std::string with_line_behind(std::string_view text, std::string_view line, std::string_view added) {
  std::string result{text};
  const std::size_t at = result.find(line);
  REQUIRE(at != std::string::npos);
  return result.insert(at + line.size(), added);
}

/// The built-in catalogue and the rows of 1.38.
const Catalogue& next_catalogue() {
  static const std::string types =
      with_line_behind(Catalogue::built_in_types(), "\nContainer\n", "  Colour  *string  colour?  1.38-\n");
  static const std::string overlay = std::string{Catalogue::built_in_overlay()} +
                                     "Container.colour words=Red|Blue gate=ContainerColour default=\"Red\"\n";
  static const std::vector<release::FeatureGate> gates = [] {
    std::vector<release::FeatureGate> known{release::feature_gates().begin(), release::feature_gates().end()};
    known.push_back({"ContainerColour", {{brings_it, release::Stage::beta, true, false}}});
    return known;
  }();
  static const Catalogue catalogue{types, overlay, gates};
  return catalogue;
}

Json defaulted(const char* container, release::Release release, const release::FeatureGates& gates = {}) {
  Json pod{{"spec", {{"containers", {Json::parse(container)}}}}};
  apply_pod_defaults(pod, release, gates, next_catalogue());
  return pod.at("spec").at("containers").at(0);
}

std::string problems_of(const std::string& container) {
  const api::LoadedFile file = api::load_documents(container, "f");
  const std::string name = "f";
  std::vector<api::Problem> problems;
  api::ProblemList list{name, problems};
  check_object(file.documents.front(), next_catalogue().get(Api::v1, {}, "Container"), "", list);
  return problems.empty() ? "" : problems.front().message;
}

}  // namespace

TEST_CASE("the new field is known, and its words are checked") {
  CHECK(problems_of("{name: c, image: i, colour: Blue}").empty());
  CHECK(problems_of("{name: c, image: i, colour: Purple}") == "found the string \"Purple\", accepted: Red, Blue");
  CHECK(problems_of("{name: c, image: i, color: Blue}") == "unknown field \"color\"; did you mean \"colour\"?");
}

TEST_CASE("its API server stores it and fills it in where the gate is on, older ones never do") {
  CHECK(defaulted(R"({"name": "c", "image": "i"})", brings_it).at("colour") == "Red");
  CHECK(defaulted(R"({"name": "c", "image": "i", "colour": "Blue"})", brings_it).at("colour") == "Blue");
  const release::FeatureGates off{{"ContainerColour", false}};
  CHECK_FALSE(defaulted(R"({"name": "c", "image": "i", "colour": "Blue"})", brings_it, off).contains("colour"));
  CHECK_FALSE(defaulted(R"({"name": "c", "image": "i", "colour": "Blue"})", before).contains("colour"));
}

TEST_CASE("walkers of the release's types see it") {
  const Json red{{"name", "c"}, {"colour", "Red"}};
  const Json blue{{"name", "c"}, {"colour", "Blue"}};
  CHECK_FALSE(semantic_equal(next_catalogue().get(Api::v1, brings_it, "Container"), red, blue));
  CHECK(semantic_equal(next_catalogue().get(Api::v1, before, "Container"), red, blue));
  std::string written;
  write_go_json(next_catalogue().get(Api::v1, brings_it, "Container"), red, JsonEscapes::short_control, written);
  CHECK(written == R"({"colour":"Red","name":"c","resources":{}})");
  std::string printed;
  spew(next_catalogue().get(Api::internal, brings_it, "Container"), red, {}, printed);
  CHECK(printed.find("{Colour:(*string)Red ") != std::string::npos);
}

}  // namespace podreel::types

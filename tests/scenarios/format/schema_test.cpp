#include "scenarios/format/schema.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <functional>

#include "scenarios/format/load.hpp"
#include "support/built_paths.hpp"
#include "support/conformance.hpp"
#include "support/json_schema.hpp"
#include "support/sample.hpp"
#include "support/schema_samples.hpp"

namespace podreel::format {

namespace {

using Json = nlohmann::ordered_json;

const Json& schema() {
  static const Json written = scenario_schema();
  return written;
}

bool schema_accepts(const Json& document) {
  return !testing::schema_error(schema(), schema(), document);
}

std::vector<api::Problem> problems_of(const Json& document) {
  return load_scenarios(api::load_documents(document.dump(), "sample.json"), "sample.json").problems;
}

bool loader_accepts(const Json& document) {
  return problems_of(document).empty();
}

}  // namespace

TEST_CASE("every recorded scenario is valid by the schema") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("no recordings beside the checkout: skipped");
    return;
  }
  for (const auto& entry : std::filesystem::directory_iterator{*folder / "timeline" / "scenarios"}) {
    for (const api::Tree& document : api::load_file(entry.path().string()).documents) {
      const auto error = testing::schema_error(schema(), schema(), Json(api::to_json(document)));
      CHECK_MESSAGE(!error, entry.path().filename().string() << ": " << error.value_or(""));
    }
  }
}

TEST_CASE("every scenario of the library is valid by the schema") {
  testing::Sample sample{{.sanitized = 8}};
  for (const auto& entry : std::filesystem::recursive_directory_iterator{testing::source_path("scenarios")}) {
    if (entry.path().extension() != ".yaml" || !sample.has_next()) continue;
    for (const api::Tree& document : api::load_file(entry.path().string()).documents) {
      const Json object = api::to_json(document);
      if (object.value("kind", "") != "Scenario") continue;
      const auto error = testing::schema_error(schema(), schema(), object);
      CHECK_MESSAGE(!error, entry.path().string() << ": " << error.value_or(""));
    }
  }
}

TEST_CASE("each field that the schema declares is accepted by the loader somewhere") {
  std::size_t fields = 0;
  for (const testing::FieldSamples& field : testing::field_samples(schema())) {
    ++fields;
    // Each soft threshold has its grace period beside it, and the list of preloaded images its policy.
    if (field.name.find(".evictionSoft.") != std::string::npos) continue;
    if (field.name.find(".preloadedImagesVerificationAllowlist") != std::string::npos) continue;
    const bool accepted = std::ranges::any_of(
        field.documents, [](const Json& document) { return schema_accepts(document) && loader_accepts(document); });
    if (accepted) continue;
    const std::vector<api::Problem> problems = problems_of(field.documents.front());
    FAIL_CHECK(field.name << ": " << field.documents.front().dump() << "\n"
                          << (problems.empty() ? "only the schema refuses it" : to_string(problems.front())));
  }
  MESSAGE(fmt::format("{} fields", fields));
}

TEST_CASE("what the schema refuses, the loader refuses") {
  std::size_t refused = 0;
  testing::Sample sample{{.sanitized = 12}};
  for (const testing::FieldSamples& field : testing::field_samples(schema())) {
    for (const Json& document : testing::mutations(field)) {
      if (!sample.has_next() || schema_accepts(document)) continue;
      ++refused;
      CHECK_MESSAGE(!loader_accepts(document), field.name << ": " << document.dump());
    }
  }
  MESSAGE(fmt::format("{} invalid documents", refused));
  CHECK(refused > 1'000 / testing::one_in({.sanitized = 12}));
}

}  // namespace podreel::format

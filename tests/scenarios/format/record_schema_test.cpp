// The schema of records against what runs print.
#include "scenarios/format/record_schema.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "scenarios/format/event_reasons.hpp"
#include "tests/support/command.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/sample.hpp"

namespace podreel::format {

namespace {

using Json = nlohmann::ordered_json;

/// The meanings of a field's values, where it has some.
bool means_something(const Json& root, const Json& record, const std::string& field) {
  const Json& kind = root.at("$defs").at(record.at("kind").get<std::string>() + "Record");
  const Json& schema = testing::resolved(root, kind.at("properties").at(field));
  if (!schema.contains("anyOf")) return true;
  return std::ranges::any_of(schema.at("anyOf"), [&](const Json& value) {
    return value.contains("const") && value.at("const") == record.at(field);
  });
}

}  // namespace

TEST_CASE("every record of the catalogue is one of the schema's, and its words have a meaning") {
  const Json root = record_schema();
  const testing::CommandResult run = testing::run_shell(
      "for file in scenarios/*.yaml scenarios/library/issues/*.yaml scenarios/library/lessons/*.yaml; do podreel run "
      "$file --explain "
      "-o "
      "jsonl --until 3m; done");
  std::istringstream lines{run.out};
  std::size_t records = 0;
  testing::Sample sample{{.sanitized = 4}};
  for (std::string line; std::getline(lines, line);) {
    const Json record = Json::parse(line);
    if (!record.contains("kind") || !sample.has_next()) continue;
    ++records;
    const auto error = testing::schema_error(root, root, record);
    if (error) FAIL_CHECK(*error << ": " << line);
    for (const char* word : {"op", "what", "reason"}) {
      if (!record.contains(word) || record["kind"] == "status") continue;
      CAPTURE(line);
      CHECK(means_something(root, record, word));
    }
  }
  CHECK(records > 10'000 / testing::one_in({.sanitized = 4}));
}

TEST_CASE("reasons of events are listed once each") {
  std::vector<std::string_view> names = event_reasons();
  std::ranges::sort(names);
  CHECK(std::ranges::adjacent_find(names) == names.end());
  for (const Meaning& reason : event_reason_meanings()) CHECK(reason.text.ends_with('.'));
}

}  // namespace podreel::format

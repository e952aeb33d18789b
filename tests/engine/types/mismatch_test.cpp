#include "engine/types/mismatch.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/types/catalogue.hpp"

namespace podreel::types {

namespace {

using nlohmann::json;

/// "<path>: <expected>" of the first thing that a kubelet could not decode, or nothing.
std::string refused(const json& pod) {
  const auto mismatch = find_mismatch(internal_type(release::v(30), "Pod"), pod);
  return mismatch ? mismatch->path + ": " + mismatch->expected : "";
}

}  // namespace

TEST_CASE("a time is a text of RFC 3339, and neither a number nor another text") {
  const auto created = [](const json& when) { return refused({{"metadata", {{"creationTimestamp", when}}}}); };
  const std::string refusal = "metadata.creationTimestamp: a time like 2024-01-31T12:00:00Z";
  CHECK(created("2024-01-31T12:00:00Z").empty());
  CHECK(created(nullptr).empty());
  CHECK(created(1706702400) == refusal);
  CHECK(created("yesterday") == refusal);
}

}  // namespace podreel::types

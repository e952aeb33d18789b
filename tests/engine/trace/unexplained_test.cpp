#include "engine/trace/unexplained.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::trace {

TEST_CASE("syncs and statuses may be explained, and without that they are what they were") {
  const Explanation why = std::make_shared<const nlohmann::ordered_json>(nlohmann::ordered_json::array());
  for (const Payload& payload : {Payload{Sync{"exit", {}, {}, why}}, Payload{Status{nullptr, {}, why}}}) {
    const Record record{{}, "default/web", payload};
    CHECK(is_explained(record));
    CHECK_FALSE(is_explained(unexplained(record)));
  }
  CHECK_FALSE(is_explained({{}, {}, Loop{"ADD"}}));
}

}  // namespace podreel::trace

#include "scenarios/reproduce/recording/statements.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::reproduce {

TEST_CASE("the first statement counts, and only the recorder makes statements") {
  const nlohmann::json happening{{"t", 1}, {"kind", "environment"}, {"what", "end"}};
  const nlohmann::json odd{{"t", 2}, {"kind", 3}, {"what", nlohmann::json::array()}};
  const nlohmann::json end{{"t", 8}, {"kind", "recording"}, {"what", "end"}};
  nlohmann::json later = end;
  later["t"] = 9;
  const std::vector<nlohmann::json> records{happening, odd, end, later};
  CHECK(statement_in(records, "end") == &records[2]);
  CHECK(statement_in(records, "start") == nullptr);
  CHECK_FALSE(is_statement(happening, "end"));
  CHECK_FALSE(is_statement(odd, "end"));
}

}  // namespace podreel::reproduce

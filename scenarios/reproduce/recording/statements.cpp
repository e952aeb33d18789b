#include "scenarios/reproduce/recording/statements.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "scenarios/reproduce/recording/record_fields.hpp"

namespace podreel::reproduce {

bool is_statement(const nlohmann::json& record, std::string_view what) {
  return field_view(record, "kind") == "recording" && field_view(record, "what") == what;
}

const nlohmann::json* statement_in(const std::vector<nlohmann::json>& records, std::string_view what) {
  const auto found =
      std::ranges::find_if(records, [what](const nlohmann::json& record) { return is_statement(record, what); });
  return found == records.end() ? nullptr : &*found;
}

}  // namespace podreel::reproduce

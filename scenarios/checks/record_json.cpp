#include "scenarios/checks/record_json.hpp"

#include <string>

#include "engine/trace/json_line.hpp"

namespace podreel::language {

nlohmann::json as_json(const trace::Record& record, sim::Time start) {
  std::string line;
  trace::append_json_line(line, record, start);
  return nlohmann::json::parse(line);
}

}  // namespace podreel::language

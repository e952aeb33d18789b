#include "engine/trace/former_names.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace podreel::trace {

void use_current_names(nlohmann::json& record) {
  const auto kind = record.find("kind");
  if (kind != record.end() && *kind == former_kind.former) *kind = former_kind.current;
  for (const Renaming& renaming : former_fields) {
    const auto found = record.find(renaming.former);
    if (found == record.end()) continue;
    record[std::string{renaming.current}] = *found;
    record.erase(std::string{renaming.former});
  }
}

}  // namespace podreel::trace

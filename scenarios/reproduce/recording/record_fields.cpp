#include "scenarios/reproduce/recording/record_fields.hpp"

#include <nlohmann/json.hpp>

namespace podreel::reproduce {

using nlohmann::json;

std::string field_text(const json& record, const char* key) {
  const auto found = record.find(key);
  if (found == record.end() || found->is_null()) return {};
  return found->is_string() ? found->get<std::string>() : found->dump();
}

std::string_view field_view(const json& record, const char* key) {
  const auto found = record.find(key);
  if (found == record.end() || !found->is_string()) return {};
  return found->get_ref<const std::string&>();
}

double field_number(const json& record, const char* key) {
  const auto field = record.find(key);
  return field != record.end() && field->is_number() ? field->get<double>() : 0;
}

}  // namespace podreel::reproduce

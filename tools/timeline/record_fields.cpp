#include "tools/timeline/record_fields.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <variant>

#include "engine/trace/json_tree.hpp"

namespace podreel::cli {

namespace {

using nlohmann::json;

/// States of containers are in the line of a status, and messages have wording.
constexpr std::array<std::string_view, 10> left_out{"t",     "kind",      "id",      "sandbox",           "hash",
                                                    "state", "lastState", "message", "conditionMessages", "dur_ms"};

/// Adds the paths of the fields of `value`; elements of lists have the path of the list.
void add_paths(const json& value, const std::string& path, std::set<std::string>& names) {
  if (value.is_array()) {
    for (const json& element : value) add_paths(element, path, names);
  } else if (value.is_object() && !value.empty()) {
    for (const auto& [key, field] : value.items()) {
      if (std::ranges::find(left_out, key) == left_out.end()) {
        add_paths(field, path.empty() ? key : path + '.' + key, names);
      }
    }
  } else if (path.starts_with("conditions.") && value.is_string()) {
    const std::string& text = value.get_ref<const std::string&>();
    names.insert(path + '=' + text.substr(0, text.find(':')));
  } else {
    names.insert(path);
  }
}

}  // namespace

std::vector<std::string> field_names(const trace::Record& record, sim::Time start) {
  const bool is_compared = std::holds_alternative<trace::Status>(record.payload) ||
                           std::holds_alternative<trace::Event>(record.payload) ||
                           std::holds_alternative<trace::RuntimeCall>(record.payload);
  if (!is_compared) return {};
  trace::Record plain = record;
  if (auto* status = std::get_if<trace::Status>(&plain.payload)) status->explanation = nullptr;
  std::set<std::string> names;
  add_paths(trace::json_of(plain, start), "", names);
  return {names.begin(), names.end()};
}

}  // namespace podreel::cli

// Selectors of lists.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "engine/api/field_selector.hpp"
#include "engine/api/label_selector.hpp"

namespace podreel::serve {

/// Selects objects by namespace, labels and fields.
class Selector {
 public:
  /// Empty: all namespaces.
  void in_namespace(std::string name) { namespace_ = std::move(name); }
  /// Parses "metadata.name=web,status.phase!=Running". Throws StatusError if it is malformed or names a field that is
  /// not in `known`.
  void add_fields(std::string_view text, std::span<const std::string_view> known);
  void add_name(const std::string& name) { fields_.requirements.push_back({"metadata.name", name, false}); }
  /// Parses "app=web,tier!=db,env in (a,b),env notin (c),canary,!old". Throws StatusError if it is malformed.
  void add_labels(std::string_view text);

  [[nodiscard]] bool matches(const nlohmann::json& object) const;

 private:
  std::string namespace_;
  api::FieldSelector fields_;
  api::LabelSelector labels_;
};

}  // namespace podreel::serve

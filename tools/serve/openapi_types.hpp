// Schemas of OpenAPI v3 for the Go types of a Pod.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/release/release.hpp"

namespace podreel::serve {

/// The schemas of one document, by name; each type is added when something refers to it.
class OpenApiTypes {
 public:
  explicit OpenApiTypes(release::Release release) : release_{release} {}

  /// Returns a reference to a type of the table, such as "Pod" or "meta.ObjectMeta".
  [[nodiscard]] nlohmann::json reference(std::string_view type);
  /// Returns a reference to a schema, which it adds; `name`: "io.k8s.api.apps.v1.Deployment".
  [[nodiscard]] nlohmann::json add(const std::string& name, nlohmann::json schema);
  [[nodiscard]] bool contains(const std::string& name) const { return schemas_.contains(name); }
  [[nodiscard]] nlohmann::json take() { return std::move(schemas_); }

 private:
  release::Release release_;
  nlohmann::json schemas_ = nlohmann::json::object();
};

/// Returns the name in a document: "io.k8s.api.core.v1.Pod" of "Pod".
[[nodiscard]] std::string openapi_name(std::string_view type);

/// Returns "int-or-string".
[[nodiscard]] nlohmann::json int_or_string_schema();

}  // namespace podreel::serve

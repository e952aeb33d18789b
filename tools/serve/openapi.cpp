#include "tools/serve/openapi.hpp"

#include <fmt/format.h>
#include <span>
#include <string_view>
#include <utility>

#include "scenarios/cluster/field_table.hpp"
#include "tools/serve/openapi_types.hpp"
#include "tools/serve/resources.hpp"

namespace podreel::serve {

namespace {

using cluster::FieldRule;
using cluster::FieldType;
using nlohmann::json;

json of_type(std::string_view type) {
  return {{"type", type}};
}

json number(std::string_view format, bool has_minimum) {
  json schema{{"type", "integer"}, {"format", format}};
  if (has_minimum) schema["minimum"] = 0;
  return schema;
}

/// Returns "api/v1" or "apis/apps/v1".
std::string path_of(const std::string& group_version) {
  return fmt::format("{}/{}", group_version.find('/') == std::string::npos ? "api" : "apis", group_version);
}

/// Returns "io.k8s.api.apps.v1.Deployment".
std::string name_of(const Resource& resource, std::string_view suffix = {}) {
  const std::string_view group = resource.group.substr(0, resource.group.find('.'));
  return fmt::format("io.k8s.api.{}.{}.{}{}", group.empty() ? "core" : group, resource.version, resource.kind, suffix);
}

/// Returns the schema of an object whose fields podreel does not list.
json untabled(std::string_view which) {
  return {{"type", "object"},
          {"description", fmt::format("podreel has no table of {} fields.", which)},
          {"x-kubernetes-preserve-unknown-fields", true}};
}

/// Schemas of the kinds whose fields are rows of the field table.
class TabledKind {
 public:
  TabledKind(const Resource& resource, OpenApiTypes& types)
      : resource_{resource}, rules_{cluster::field_rules_of(resource.name)}, types_{types} {}

  json object() {
    json schema = members("");
    schema["properties"].update({{"apiVersion", of_type("string")},
                                 {"kind", of_type("string")},
                                 {"metadata", types_.reference("meta.ObjectMeta")}});
    if (resource_.subresource("status") != nullptr) schema["properties"]["status"] = untabled("its");
    if (rules_.empty()) schema.update(untabled("the other"));
    return schema;
  }

  /// Returns a reference to the schema of its spec.
  json spec() { return types_.add(name_of(resource_, "Spec"), members("spec.")); }

 private:
  /// Returns the schema of the fields below a path of the table, which ends with a dot or is empty.
  json members(const std::string& path) {
    json schema{{"type", "object"}, {"properties", json::object()}};
    for (const FieldRule& rule : rules_) {
      if (!rule.path.starts_with(path)) continue;
      const std::string name{rule.path.substr(path.size())};
      if (name.find('.') != std::string::npos) continue;
      schema["properties"][name] = value(rule, name);
      if (rule.is_required) schema["required"].push_back(name);
    }
    return schema;
  }

  json value(const FieldRule& rule, std::string_view name) {
    const std::string below = std::string{rule.path} + '.';
    switch (rule.type) {
      case FieldType::text:
        return of_type("string");
      case FieldType::flag:
        return of_type("boolean");
      case FieldType::count:
        return number("int32", true);
      case FieldType::long_count:
        return number("int64", true);
      case FieldType::number:
        return number("int32", false);
      case FieldType::count_or_percent:
      case FieldType::number_or_text:
        return types_.add("io.k8s.apimachinery.pkg.util.intstr.IntOrString", int_or_string_schema());
      case FieldType::texts:
        return {{"type", "array"}, {"items", of_type("string")}};
      case FieldType::texts_by_name:
        return {{"type", "object"}, {"additionalProperties", of_type("string")}};
      case FieldType::structure:
        if (name == "metadata") return types_.reference("meta.ObjectMeta");
        return rule.path == "spec" ? spec() : members(below);
      case FieldType::structures:
        return {{"type", "array"}, {"items", members(below)}};
      case FieldType::job_spec:
        return TabledKind{resource_named("jobs"), types_}.spec();
      case FieldType::object:
        return object_named(name);
      case FieldType::list:
        return {{"type", "array"}, {"items", of_type("object")}};
      case FieldType::any:
        break;
    }
    return {{"type", "object"}, {"description", "podreel does not check it."}};
  }

  /// Returns the schema of an object that other code than the table checks.
  json object_named(std::string_view name) {
    if (name == "template") return types_.reference("PodTemplateSpec");
    if (name == "selector") return types_.reference("meta.LabelSelector");
    return of_type("object");
  }

  const Resource& resource_;
  std::span<const FieldRule> rules_;
  OpenApiTypes& types_;
};

/// Returns the operation from which clients conclude a path's kind.
json reading(const Resource& resource) {
  const json kind{{"group", resource.group}, {"version", resource.version}, {"kind", resource.kind}};
  return {{"get",
           {{"responses", {{"200", {{"description", "OK"}}}}},
            {"x-kubernetes-action", "list"},
            {"x-kubernetes-group-version-kind", kind}}}};
}

std::string path_of(const Resource& resource) {
  return fmt::format("/{}{}/{}", path_of(resource.group_version()),
                     resource.is_namespaced ? "/namespaces/{namespace}" : "", resource.name);
}

}  // namespace

json openapi_index() {
  json paths = json::object();
  for (const Resource& resource : resources()) {
    const std::string path = path_of(resource.group_version());
    paths[path] = {{"serverRelativeURL", "/openapi/v3/" + path}};
  }
  return {{"paths", std::move(paths)}};
}

json openapi_document(const std::string& group_version, release::Release release) {
  OpenApiTypes types{release};
  json paths = json::object();
  json kinds = json::object();
  for (const Resource& resource : resources()) {
    if (resource.group_version() != group_version) continue;
    if (resource.name == "pods") {
      static_cast<void>(types.reference(resource.kind));
    } else {
      static_cast<void>(types.add(name_of(resource), TabledKind{resource, types}.object()));
    }
    kinds[name_of(resource)] = {{"group", resource.group}, {"version", resource.version}, {"kind", resource.kind}};
    paths[path_of(resource)] = reading(resource);
  }
  json schemas = types.take();
  for (const auto& [name, kind] : kinds.items()) {
    json& schema = schemas[name];
    schema["x-kubernetes-group-version-kind"] = json::array({kind});
    const std::string more = schema.value("description", "");
    schema["description"] = fmt::format("The fields that podreel knows in Kubernetes {}.{}{}",
                                        release::minor_string(release), more.empty() ? "" : " ", more);
  }
  return {{"openapi", "3.0.0"},
          {"info", {{"title", "podreel"}, {"version", "v" + release::to_string(release)}}},
          {"paths", std::move(paths)},
          {"components", {{"schemas", std::move(schemas)}}}};
}

}  // namespace podreel::serve

#include "support/schema_samples.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

#include "support/json_schema.hpp"

namespace podreel::testing {

namespace {

using Json = nlohmann::ordered_json;
using Pointer = Json::json_pointer;

/// So many values of a field that another one needs beside it are tried.
constexpr std::size_t max_values = 3;

/// Scenarios that fields are put into: the names in the schema's examples exist; the kubelet and the API server run, or
/// have stopped; a static pod is there, or not; the pod can be resized.
std::vector<Json> surroundings() {
  const Json plain = Json::parse(R"({
    "apiVersion": "podreel.dev/v1alpha1", "kind": "Scenario", "metadata": {"name": "sample"},
    "spec": {"timeline": [{"at": "0s", "createPod": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"},
      "spec": {"containers": [{"name": "app", "image": "nginx:1.25",
        "volumeMounts": [{"name": "data", "mountPath": "/data"}]}],
        "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]}}}]}})");
  Json busy = plain;
  busy["spec"]["timeline"].push_back(Json::parse(R"({"at": "1s", "stopKubelet": {}})"));
  busy["spec"]["timeline"].push_back(Json::parse(R"({"at": "1s", "stopApiServer": {}})"));
  busy["spec"]["timeline"].push_back(Json::parse(R"({"at": "1s", "addStaticPod": {
    "path": "/etc/kubernetes/manifests/web.yaml", "manifest": {"apiVersion": "v1", "kind": "Pod",
    "metadata": {"name": "static"}, "spec": {"containers": [{"name": "app", "image": "nginx:1.25"}]}}}})"));
  Json resizable = plain;
  resizable["spec"]["node"]["kubelet"]["version"] = "1.35";
  resizable["spec"]["timeline"][0]["createPod"]["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "500m";
  return {plain, busy, resizable};
}

/// Writes samples of what a schema describes.
class Sampler {
 public:
  explicit Sampler(const Json& root) : root_{root} {}

  /// Valid values, the simplest first; made once for each place of the schema.
  const std::vector<Json>& samples(const Json& written) const {
    const auto known = samples_.find(&written);
    return known != samples_.end() ? known->second : samples_.emplace(&written, make_samples(written)).first->second;
  }

  /// The object with `field` in it: alone with what must be there, then with each way to complete it.
  std::vector<Json> objects_with(const Json& schema, const std::string& field) const {
    std::vector<Json> results;
    const std::vector<Json>& values = samples(schema["properties"][field]);
    const std::vector<Json> completed = completions(schema, field);
    for (std::size_t index = 0; index < std::min(values.size(), max_values); ++index) {
      for (Json object : completed) {
        object[field] = values[index];
        results.push_back(std::move(object));
      }
    }
    return results;
  }

  /// What `field` needs beside it: required fields, and one of each group in which exactly one must stand.
  std::vector<Json> completions(const Json& schema, const std::string& field) const {
    std::vector<Json> results{Json::object()};
    for (const Json& name : schema.value("required", Json::array())) add_each(results, schema, {name});
    for (const Json& group : schema.value("allOf", Json::array())) {
      std::vector<std::string> names;
      for (const Json& choice : group["oneOf"]) names.push_back(choice["required"][0].get<std::string>());
      if (std::ranges::find(names, field) == names.end()) add_each(results, schema, names);
    }
    if (!schema.contains("allOf") && schema.contains("properties")) add_all_fields(results, schema);
    if (schema.contains("properties") && schema["properties"].contains("matches")) {
      for (const char* companion : {"matches", "exists"}) {
        Json about_pod = results.front();
        about_pod["pod"] = "web";
        about_pod[companion] = std::string{companion} == "exists" ? Json(true) : Json::object();
        for (const char* other : {"event", "call", "record", "never", "always", "order"}) about_pod.erase(other);
        if (field == "pod" || field == "matches" || field == "exists" || field == "at") results.push_back(about_pod);
      }
    }
    return results;
  }

 private:
  std::vector<Json> make_samples(const Json& written) const {
    if (written.contains("examples")) return written["examples"].get<std::vector<Json>>();
    const Json& schema = resolved(root_, written);
    if (schema.contains("examples")) return schema["examples"].get<std::vector<Json>>();
    if (schema.contains("const")) return {schema["const"]};
    if (schema.contains("enum")) return schema["enum"].get<std::vector<Json>>();
    if (schema.contains("anyOf")) return of_alternatives(schema["anyOf"]);
    const Json& type = schema.contains("type") ? schema["type"] : Json("object");
    const std::string name = type.is_array() ? type[0].get<std::string>() : type.get<std::string>();
    if (name == "object") return objects(schema);
    if (name == "array") return lists(schema);
    if (name == "boolean") return {true};
    if (name == "integer") return {schema.value("minimum", Json(1))};
    return {Json("text")};
  }

  std::vector<Json> of_alternatives(const Json& schemas) const {
    std::vector<Json> results;
    for (const Json& schema : schemas) {
      // No scenario here has variables.
      if (schema.value("$ref", "") == "#/$defs/variable") continue;
      const std::vector<Json>& alternative = samples(schema);
      results.insert(results.end(), alternative.begin(), alternative.end());
    }
    return results;
  }

  std::vector<Json> objects(const Json& schema) const {
    if (schema.contains("properties")) return completions(schema, "");
    if (!schema.contains("additionalProperties")) return {Json::object()};
    const bool has_names = schema.contains("propertyNames");
    const std::string name = has_names ? samples(schema["propertyNames"]).front().get<std::string>() : "key";
    return {Json{{name, samples(schema["additionalProperties"]).front()}}};
  }

  std::vector<Json> lists(const Json& schema) const {
    std::vector<Json> results;
    for (const Json& item : samples(schema["items"])) results.push_back(Json::array({item}));
    return results;
  }

  /// Every result once more with all fields: some go together, such as a policy and its options.
  void add_all_fields(std::vector<Json>& results, const Json& schema) const {
    const std::vector<Json> before = results;
    for (Json all : before) {
      for (const auto& [name, property] : schema["properties"].items()) {
        if (!all.contains(name)) all[name] = samples(property).front();
      }
      results.push_back(std::move(all));
    }
  }

  /// Every result once with each of the names.
  void add_each(std::vector<Json>& results, const Json& schema, const std::vector<std::string>& names) const {
    std::vector<Json> longer;
    for (const Json& result : results) {
      for (const std::string& name : names) {
        // The first sample stands for an alternative; where there is no choice of names, values are the choice.
        const std::vector<Json>& values = samples(schema["properties"][name]);
        const std::size_t count = names.size() > 1 ? 1 : std::min(values.size(), max_values);
        for (std::size_t index = 0; index < count; ++index) {
          longer.push_back(result);
          longer.back()[name] = values[index];
        }
      }
    }
    results = std::move(longer);
  }

  const Json& root_;
  mutable std::map<const Json*, std::vector<Json>> samples_;
};

/// Walks the schema and puts every field in its place.
class Walk {
 public:
  explicit Walk(const Json& root) : root_{root}, sampler_{root} {}

  std::vector<FieldSamples> run() {
    for (const char* part : {"metadata", "spec"}) {
      descend(scenario()["properties"][part], Pointer{fmt::format("/{}", part)}, part);
    }
    return std::move(fields_);
  }

 private:
  const Json& scenario() { return resolved(root_, root_); }

  void descend(const Json& written, const Pointer& place, const std::string& name) {
    const Json& schema = resolved(root_, written);
    if (schema.contains("examples")) return;
    if (schema.contains("anyOf")) {
      for (const Json& alternative : schema["anyOf"]) descend(alternative, place, name);
    } else if (schema.value("type", Json()) == "array") {
      descend(schema["items"], place / "-", name + "[]");
    } else if (schema.contains("properties")) {
      // What names a file needs one.
      if (schema["properties"].contains("file")) return;
      for (const auto& [field, property] : schema["properties"].items()) add(schema, field, place, name);
      for (const auto& [field, property] : schema["properties"].items()) {
        descend(property, place / field, name + "." + field);
      }
    }
  }

  void add(const Json& schema, const std::string& field, const Pointer& place, const std::string& name) {
    FieldSamples samples;
    samples.name = name + "." + field;
    for (const Json& object : sampler_.objects_with(schema, field)) {
      for (const Json& surrounding : surroundings()) {
        Json document = surrounding;
        samples.places.push_back(put(document, place, object) / field);
        samples.documents.push_back(std::move(document));
      }
    }
    fields_.push_back(std::move(samples));
  }

  /// Puts `object` at `place` ("-" appends to a list), completing what is on the way; gives the place that it took.
  Pointer put(Json& document, const Pointer& place, const Json& object) {
    std::vector<std::string> tokens;
    for (Pointer rest = place; !rest.empty(); rest.pop_back()) tokens.insert(tokens.begin(), rest.back());
    Pointer taken;
    const Json* schema = &scenario();
    for (std::size_t index = 0; index < tokens.size(); ++index) {
      const bool last = index + 1 == tokens.size();
      schema = step(document, taken, *schema, tokens[index], last ? "" : tokens[index + 1]);
    }
    Json& target = document[taken];
    if (target.is_object() && !place.empty() && tokens.back() != "-") {
      target.update(object);
    } else {
      target = object;
    }
    return taken;
  }

  /// One token further down: the schema there, with `taken` moved on and the document completed for what follows.
  const Json* step(Json& document, Pointer& taken, const Json& schema, const std::string& token,
                   const std::string& following) {
    const Json* next = nullptr;
    if (token == "-") {
      next = &resolved(root_, schema["items"]);
      Json& list = document[taken];
      if (!list.is_array()) list = Json::array();
      taken /= list.size();
    } else {
      next = &resolved(root_, schema["properties"][token]);
      taken /= token;
    }
    next = structured(*next);
    if (following.empty() || following == "-") return next;
    Json& here = document[taken];
    if (here.is_null()) here = sampler_.completions(*next, following).front();
    return next;
  }

  /// Of alternatives the one that has fields or items.
  const Json* structured(const Json& schema) {
    if (!schema.contains("anyOf")) return &schema;
    for (const Json& alternative : schema["anyOf"]) {
      const Json* found = structured(resolved(root_, alternative));
      if (found->contains("properties") || found->contains("items")) return found;
    }
    return &schema;
  }

  const Json& root_;
  Sampler sampler_;
  std::vector<FieldSamples> fields_;
};

}  // namespace

std::vector<FieldSamples> field_samples(const Json& schema) {
  return Walk{schema}.run();
}

std::vector<Json> mutations(const FieldSamples& field) {
  static const std::array<Json, 11> values{
      Json(nullptr), Json(true),    Json(12345),    Json(-7),         Json(1.5),     Json("no such thing"),
      Json(""),      Json::array(), Json::object(), Json::array({1}), Json{{"x", 1}}};
  std::vector<Json> results;
  const Json& document = field.documents.front();
  const Pointer& place = field.places.front();
  for (const Json& value : values) {
    results.push_back(document);
    results.back()[place] = value;
  }
  results.push_back(document);
  results.back()[place.parent_pointer()].erase(place.back());
  results.push_back(document);
  results.back()[place.parent_pointer() / "noSuchField"] = 1;
  return results;
}

}  // namespace podreel::testing

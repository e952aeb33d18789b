#include "tools/serve/object_check.hpp"

#include <fmt/format.h>

#include "engine/api/base64.hpp"
#include "engine/api/json_member.hpp"
#include "engine/manifests/pod_name.hpp"
#include "engine/types/validate.hpp"
#include "scenarios/cluster/field_rules.hpp"
#include "scenarios/cluster/name_rules.hpp"
#include "scenarios/cluster/namespaces.hpp"
#include "scenarios/cluster/workload_defaults.hpp"
#include "scenarios/cluster/workload_rules.hpp"
#include "tools/serve/object_size.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

std::vector<std::string> paths_of(const std::vector<api::Problem>& problems) {
  std::vector<std::string> paths;
  for (const api::Problem& problem : problems) paths.push_back(problem.path);
  return paths;
}

void add_causes(std::vector<Cause>& causes, const std::vector<api::Problem>& problems) {
  for (const api::Problem& problem : problems) causes.push_back({problem.path, problem.message});
}

/// Moves stringData to data, and checks that data is base64.
void settle_secret(const Resource& kind, json& secret) {
  if (const json* texts = api::find_member(secret, "stringData")) {
    for (const auto& [name, text] : texts->items()) secret["data"][name] = api::base64(text.get<std::string>());
  }
  secret.erase("stringData");
  const json data = secret.value("data", json::object());
  for (const auto& [name, value] : data.items()) {
    if (!api::from_base64(value.get<std::string>()))
      throw undecodable(kind.kind, kind.version, "illegal base64 data at input byte 0");
  }
}

/// Removes null members, which encoding/json treats as absent.
void drop_nulls(json& value) {
  if (!value.is_structured()) return;
  for (auto member = value.begin(); member != value.end();) {
    if (value.is_object() && member->is_null()) {
      member = value.erase(member);
    } else {
      drop_nulls(*member);
      ++member;
    }
  }
}

void check_name(const Resource& kind, const std::string& name) {
  const bool is_of_label = kind.name == "namespaces";
  const bool is_of_service = kind.name == "services";
  const bool is_fit = is_of_label     ? cluster::is_label_name(name)
                      : is_of_service ? cluster::is_service_name(name)
                                      : cluster::is_subdomain_name(name);
  if (is_fit) return;
  const char* rule = is_of_label     ? cluster::label_name_rule
                     : is_of_service ? cluster::service_name_rule
                                     : cluster::subdomain_name_rule;
  throw invalid(kind_of(kind), name, {{"metadata.name", fmt::format("Invalid value: \"{}\": {}", name, rule)}});
}

/// Rejects new objects in a namespace that is being deleted (plugin/pkg/admission/namespace/lifecycle).
void check_namespace(const LiveSimulation& simulation, const RequestInfo& info, const std::string& name) {
  const std::string& space = info.name_space;
  if (!cluster::is_terminating(simulation.objects(), space)) return;
  json cause{{"reason", "NamespaceTerminating"},
             {"message", fmt::format("namespace {} is being terminated", space)},
             {"field", "metadata.namespace"}};
  throw object_forbidden(
      info.kind->qualified(), name,
      fmt::format("unable to create new content in namespace {} because it is being terminated", space),
      json::array({std::move(cause)}));
}

std::vector<std::string_view> claimed_volumes(const json& object) {
  std::vector<std::string_view> names;
  const json* spec = api::find_member(object, "spec");
  if (spec == nullptr) return names;
  api::for_each_item(*spec, "volumeClaimTemplates", [&names](const json& claim) {
    if (const json* metadata = api::find_member(claim, "metadata")) {
      names.push_back(api::string_of(api::find_member(metadata, "name")));
    }
  });
  return names;
}

/// Returns the job template of a CronJob's spec, which may be invalid; null if there is none.
const json* spec_of_jobs(const json* spec) {
  const json* of_jobs = spec == nullptr ? nullptr : api::find_member(*spec, "jobTemplate");
  return of_jobs == nullptr ? nullptr : api::find_member(*of_jobs, "spec");
}

}  // namespace

bool takes_unknown_fields(const Target& target) {
  const std::string validation = target.parameter("fieldValidation");
  return validation == "Ignore" || validation == "Warn";
}

void check_pod(const json& pod, const std::string& name, bool takes_unknown_fields) {
  std::vector<api::Problem> problems;
  std::vector<api::Problem> unknown;
  types::validate_pod(api::to_tree(pod), "", "", problems, &unknown);
  if (!unknown.empty() && !takes_unknown_fields) {
    throw unknown_fields("Pod", "v1", paths_of(unknown));
  }
  std::vector<Cause> causes = broken_size_rules("pods", pod);
  add_causes(causes, problems);
  if (causes.empty()) return;
  throw invalid({"Pod"}, name, causes);
}

void check_object(const LiveSimulation& simulation, const Resource& kind, json& object, const json& before,
                  bool takes_unknown_fields) {
  drop_nulls(object);
  cluster::FieldProblems fields = cluster::check_fields(kind.name, object);
  std::vector<api::Problem> problems;
  std::vector<api::Problem> unknown;
  types::validate_metadata(api::to_tree(object), "", "", problems);
  const json* spec = api::find_member(object, "spec");
  const bool is_of_cron_job = kind.name == "cronjobs";
  if (is_of_cron_job) spec = spec_of_jobs(spec);
  const json* pod_template = spec == nullptr ? nullptr : api::find_member(*spec, "template");
  if (pod_template != nullptr && fields.mistyped.empty()) {
    types::validate_pod_template(api::to_tree(*pod_template), claimed_volumes(object), "",
                                 is_of_cron_job ? "spec.jobTemplate.spec.template" : "spec.template", problems,
                                 &unknown);
  }
  std::vector<std::string> names = fields.unknown;
  for (const std::string& path : paths_of(unknown)) names.push_back(path);
  if (!fields.mistyped.empty()) throw undecodable(kind.kind, kind.version, fields.mistyped.front());
  if (!names.empty() && !takes_unknown_fields) throw unknown_fields(kind.kind, kind.version, names);
  const std::string name = object["metadata"].value("name", "");
  std::vector<Cause> causes;
  for (const std::string& message : fields.invalid) causes.push_back(cause_of(message));
  add_causes(causes, problems);
  if (!causes.empty()) throw invalid(kind_of(kind), name, causes);
  if (kind.name == "secrets") settle_secret(kind, object);
  causes = broken_size_rules(kind.name, object);
  const apiserver::StoredSpecs& specs = simulation.api().pods().specs();
  cluster::apply_workload_defaults(kind.name, object, specs.release(), specs.gates());
  for (const std::string& message : cluster::broken_rules(kind.name, object)) causes.push_back(cause_of(message));
  if (causes.empty() && !before.is_null()) {
    for (const std::string& message : cluster::broken_update_rules(kind.name, before, object)) {
      causes.push_back(cause_of(message));
    }
  }
  if (!causes.empty()) throw invalid(kind_of(kind), name, causes);
}

void prepare_new(LiveSimulation& simulation, const RequestInfo& info, json& object) {
  const Resource& kind = *info.kind;
  if (!object.is_object() || !object.contains("metadata") || !object["metadata"].is_object()) {
    throw bad_request(fmt::format("the body of the request must be of kind {}", kind.kind));
  }
  for (const auto& [field, wanted] :
       {std::pair{"kind", std::string{kind.kind}}, std::pair{"apiVersion", kind.group_version()}}) {
    const std::string found = api::string_member(object, field);
    if (!found.empty() && found != wanted) {
      throw bad_request(
          fmt::format("the {} in the data ({}) does not match the expected {} ({})", field, found, field, wanted));
    }
    object[field] = wanted;
  }
  json& metadata = object["metadata"];
  if (kind.is_namespaced) {
    if (simulation.objects().find("namespaces", info.name_space) == nullptr) {
      throw not_found("namespaces", info.name_space);
    }
    const std::string space = api::string_member(metadata, "namespace");
    if (!space.empty() && space != info.name_space) {
      throw bad_request("the namespace of the provided object does not match the namespace sent on the request");
    }
    metadata["namespace"] = info.name_space;
  }
  if (api::string_member(metadata, "name").empty()) {
    const std::string prefix = api::string_member(metadata, "generateName");
    if (prefix.empty()) {
      throw invalid(kind_of(kind), "", {{"metadata.name", "Required value: name or generateName is required"}});
    }
    metadata["name"] = simulation.api().free_name(std::string{kind.name}, info.name_space, prefix);
  }
  check_name(kind, metadata["name"]);
  if (kind.is_namespaced) check_namespace(simulation, info, metadata["name"]);
  for (const char* field : {"uid", "creationTimestamp", "resourceVersion", "generation", "deletionTimestamp",
                            "deletionGracePeriodSeconds", "selfLink", "managedFields"}) {
    metadata.erase(field);
  }
  object.erase("status");
}

}  // namespace podreel::serve

#include "scenarios/controllers/field_rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <span>

namespace podreel::controllers {

namespace {

using nlohmann::json;

enum class Type : std::uint8_t {
  text,
  flag,
  /// At least zero.
  count,
  number,
  count_or_percent,
  texts_by_name,
  /// Its members are fields of the table.
  structure,
  /// Not looked into.
  object,
  list,
  any,
};

struct FieldRule {
  std::string_view path;
  Type type;
  bool is_required = false;
};

constexpr std::array of_deployments{FieldRule{"spec", Type::structure, true},
                                    FieldRule{"spec.minReadySeconds", Type::count},
                                    FieldRule{"spec.paused", Type::flag},
                                    FieldRule{"spec.progressDeadlineSeconds", Type::count},
                                    FieldRule{"spec.replicas", Type::count},
                                    FieldRule{"spec.revisionHistoryLimit", Type::count},
                                    FieldRule{"spec.selector", Type::object, true},
                                    FieldRule{"spec.strategy", Type::structure},
                                    FieldRule{"spec.strategy.type", Type::text},
                                    FieldRule{"spec.strategy.rollingUpdate", Type::structure},
                                    FieldRule{"spec.strategy.rollingUpdate.maxSurge", Type::count_or_percent},
                                    FieldRule{"spec.strategy.rollingUpdate.maxUnavailable", Type::count_or_percent},
                                    FieldRule{"spec.template", Type::object, true}};
constexpr std::array of_replica_sets{
    FieldRule{"spec", Type::structure, true}, FieldRule{"spec.minReadySeconds", Type::count},
    FieldRule{"spec.replicas", Type::count}, FieldRule{"spec.selector", Type::object, true},
    FieldRule{"spec.template", Type::object, true}};
constexpr std::array of_stateful_sets{
    FieldRule{"spec", Type::structure, true},
    FieldRule{"spec.minReadySeconds", Type::count},
    FieldRule{"spec.ordinals", Type::structure},
    FieldRule{"spec.ordinals.start", Type::count},
    FieldRule{"spec.persistentVolumeClaimRetentionPolicy", Type::object},
    FieldRule{"spec.podManagementPolicy", Type::text},
    FieldRule{"spec.replicas", Type::count},
    FieldRule{"spec.revisionHistoryLimit", Type::count},
    FieldRule{"spec.selector", Type::object, true},
    FieldRule{"spec.serviceName", Type::text},
    FieldRule{"spec.template", Type::object, true},
    FieldRule{"spec.updateStrategy", Type::structure},
    FieldRule{"spec.updateStrategy.type", Type::text},
    FieldRule{"spec.updateStrategy.rollingUpdate", Type::structure},
    FieldRule{"spec.updateStrategy.rollingUpdate.maxUnavailable", Type::count_or_percent},
    FieldRule{"spec.updateStrategy.rollingUpdate.partition", Type::count},
    FieldRule{"spec.volumeClaimTemplates", Type::list}};
constexpr std::array of_daemon_sets{
    FieldRule{"spec", Type::structure, true},
    FieldRule{"spec.minReadySeconds", Type::count},
    FieldRule{"spec.revisionHistoryLimit", Type::count},
    FieldRule{"spec.selector", Type::object, true},
    FieldRule{"spec.template", Type::object, true},
    FieldRule{"spec.updateStrategy", Type::structure},
    FieldRule{"spec.updateStrategy.type", Type::text},
    FieldRule{"spec.updateStrategy.rollingUpdate", Type::structure},
    FieldRule{"spec.updateStrategy.rollingUpdate.maxSurge", Type::count_or_percent},
    FieldRule{"spec.updateStrategy.rollingUpdate.maxUnavailable", Type::count_or_percent}};
constexpr std::array of_jobs{
    FieldRule{"spec", Type::structure, true},       FieldRule{"spec.activeDeadlineSeconds", Type::count},
    FieldRule{"spec.backoffLimit", Type::count},    FieldRule{"spec.completionMode", Type::text},
    FieldRule{"spec.completions", Type::count},     FieldRule{"spec.manualSelector", Type::flag},
    FieldRule{"spec.parallelism", Type::count},     FieldRule{"spec.podReplacementPolicy", Type::text},
    FieldRule{"spec.selector", Type::object},       FieldRule{"spec.suspend", Type::flag},
    FieldRule{"spec.template", Type::object, true}, FieldRule{"spec.ttlSecondsAfterFinished", Type::count}};
constexpr std::array of_budgets{
    FieldRule{"spec", Type::structure}, FieldRule{"spec.maxUnavailable", Type::count_or_percent},
    FieldRule{"spec.minAvailable", Type::count_or_percent}, FieldRule{"spec.selector", Type::object},
    FieldRule{"spec.unhealthyPodEvictionPolicy", Type::text}};
constexpr std::array of_leases{FieldRule{"spec", Type::structure},
                               FieldRule{"spec.acquireTime", Type::text},
                               FieldRule{"spec.holderIdentity", Type::text},
                               FieldRule{"spec.leaseDurationSeconds", Type::count},
                               FieldRule{"spec.leaseTransitions", Type::count},
                               FieldRule{"spec.preferredHolder", Type::text},
                               FieldRule{"spec.renewTime", Type::text},
                               FieldRule{"spec.strategy", Type::text}};
constexpr std::array of_config_maps{FieldRule{"binaryData", Type::texts_by_name},
                                    FieldRule{"data", Type::texts_by_name}, FieldRule{"immutable", Type::flag}};
constexpr std::array of_secrets{FieldRule{"data", Type::texts_by_name}, FieldRule{"immutable", Type::flag},
                                FieldRule{"stringData", Type::texts_by_name}, FieldRule{"type", Type::text}};
constexpr std::array of_namespaces{FieldRule{"spec", Type::structure}, FieldRule{"spec.finalizers", Type::list}};
constexpr std::array of_revisions{FieldRule{"data", Type::any}, FieldRule{"revision", Type::number, true}};

std::span<const FieldRule> rules_of(std::string_view resource) {
  if (resource == "deployments") return of_deployments;
  if (resource == "replicasets") return of_replica_sets;
  if (resource == "statefulsets") return of_stateful_sets;
  if (resource == "daemonsets") return of_daemon_sets;
  if (resource == "jobs") return of_jobs;
  if (resource == "poddisruptionbudgets") return of_budgets;
  if (resource == "leases") return of_leases;
  if (resource == "configmaps") return of_config_maps;
  if (resource == "secrets") return of_secrets;
  if (resource == "namespaces") return of_namespaces;
  return of_revisions;
}

std::string_view go_name(Type type) {
  switch (type) {
    case Type::text:
      return "string";
    case Type::flag:
      return "bool";
    case Type::count:
    case Type::number:
      return "int32";
    case Type::count_or_percent:
      return "intstr.IntOrString";
    case Type::texts_by_name:
      return "map[string]string";
    default:
      return "struct";
  }
}

bool is_of(const json& value, Type type) {
  switch (type) {
    case Type::text:
      return value.is_string();
    case Type::flag:
      return value.is_boolean();
    case Type::count:
    case Type::number:
      return value.is_number_integer();
    case Type::count_or_percent:
      return value.is_number_integer() || value.is_string();
    case Type::texts_by_name:
      return value.is_object() && std::ranges::all_of(value, [](const json& each) { return each.is_string(); });
    case Type::list:
      return value.is_array();
    case Type::any:
      return true;
    default:
      return value.is_object();
  }
}

bool is_percent(const std::string& text) {
  return text.size() > 1 && text.ends_with('%') &&
         std::ranges::all_of(text.substr(0, text.size() - 1), [](char digit) { return digit >= '0' && digit <= '9'; });
}

class Check {
 public:
  Check(std::span<const FieldRule> rules, FieldProblems& found) : rules_{rules}, found_{found} {}

  /// `path` ends with a dot, or is empty.
  void members(const json& object, const std::string& path) {
    for (const FieldRule& rule : rules_) {
      if (!rule.is_required || !rule.path.starts_with(path)) continue;
      const std::string name{rule.path.substr(path.size())};
      const bool is_here = name.find('.') == std::string::npos;
      const bool is_missing = !object.contains(name) || object[name].is_null();
      if (is_here && is_missing) found_.invalid.push_back(fmt::format("{}: Required value", rule.path));
    }
    for (const auto& [name, value] : object.items()) {
      if (path.empty() && (name == "apiVersion" || name == "kind" || name == "metadata" || name == "status")) continue;
      member(path + name, value);
    }
  }

 private:
  void member(const std::string& path, const json& value) {
    const auto rule = std::ranges::find(rules_, path, &FieldRule::path);
    if (rule == rules_.end()) return found_.unknown.push_back(path);
    if (value.is_null()) return;
    if (!is_of(value, rule->type)) {
      return found_.mistyped.push_back(fmt::format("json: cannot unmarshal {} into Go struct field .{} of type {}",
                                                   value.type_name(), path, go_name(rule->type)));
    }
    if (rule->type == Type::structure) return members(value, path + '.');
    const bool is_count = rule->type == Type::count || rule->type == Type::count_or_percent;
    if (is_count && value.is_number_integer()) check_count(path, value);
    if (rule->type == Type::count_or_percent && value.is_string() && !is_percent(value)) {
      found_.invalid.push_back(
          fmt::format("{}: Invalid value: {}: a valid percent string must be a numeric string followed by an ending "
                      "'%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
                      path, value.dump()));
    }
  }

  void check_count(const std::string& path, const json& value) {
    constexpr std::int64_t most = 2'147'483'647;
    if (value.is_number_unsigned() ? value.get<std::uint64_t>() > std::uint64_t{most}
                                   : value.get<std::int64_t>() > most) {
      return found_.mistyped.push_back(
          fmt::format("json: cannot unmarshal number {} into Go struct field .{} of type int32", value.dump(), path));
    }
    if (value.get<std::int64_t>() >= 0) return;
    found_.invalid.push_back(
        fmt::format("{}: Invalid value: {}: must be greater than or equal to 0", path, value.dump()));
  }

  std::span<const FieldRule> rules_;
  FieldProblems& found_;
};

}  // namespace

FieldProblems check_fields(std::string_view resource, const json& object) {
  FieldProblems found;
  Check{rules_of(resource), found}.members(object, "");
  return found;
}

}  // namespace podreel::controllers

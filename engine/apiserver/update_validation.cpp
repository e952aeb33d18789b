#include "engine/apiserver/update_validation.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/api/json_member.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;
using Refusal = std::optional<std::string>;

constexpr std::string_view changeable_fields =
    "`spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds`, `spec.tolerations` "
    "(only additions to existing tolerations), `spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was "
    "previously negative)";

/// Copies `field` from `other` into `spec`.
void take_over(json& spec, const json& other, const char* field) {
  if (const json* value = api::find_member(other, field)) {
    spec[field] = *value;
  } else {
    spec.erase(field);
  }
}

Refusal check_names(const json& before, const json& after) {
  for (const char* field : {"name", "namespace"}) {
    const std::string now = api::string_member(after, field);
    if (now != api::string_member(before, field)) {
      return fmt::format("metadata.{}: Invalid value: \"{}\": field is immutable", field, now);
    }
  }
  return std::nullopt;
}

Refusal check_deadline(const json& before, const json& after) {
  constexpr std::string_view path = "spec.activeDeadlineSeconds";
  const auto was = api::number_member<std::int64_t>(before, "activeDeadlineSeconds");
  const auto now = api::number_member<std::int64_t>(after, "activeDeadlineSeconds");
  if (was && !now)
    return fmt::format("{}: Invalid value: null: must not update from a positive integer to nil value", path);
  if (was && *now > *was) {
    return fmt::format("{}: Invalid value: {}: must be less than or equal to previous value", path, *now);
  }
  return std::nullopt;
}

/// A toleration that was there may only be kept for another time.
bool keeps_tolerations(const json& before, const json& after) {
  const auto without_time = [](json toleration) {
    toleration.erase("tolerationSeconds");
    return toleration;
  };
  bool keeps = true;
  api::for_each_item(before, "tolerations", [&](const json& old) {
    const json* list = api::find_member(after, "tolerations");
    keeps = keeps && list && std::ranges::find(*list, without_time(old), without_time) != list->end();
  });
  return keeps;
}

/// Brings `spec` back to `before` where they may differ.
Refusal revert_containers(json& spec, const json& before, const char* list, bool resizes) {
  const auto was = before.find(list);
  const auto now = spec.find(list);
  const std::size_t count = was == before.end() ? 0 : was->size();
  if ((now == spec.end() ? 0 : now->size()) != count) {
    return fmt::format("spec.{}: Forbidden: pod updates may not add or remove containers", list);
  }
  for (std::size_t index = 0; index < count; ++index) {
    take_over((*now)[index], (*was)[index], "image");
    if (resizes) take_over((*now)[index], (*was)[index], "resources");
  }
  return std::nullopt;
}

}  // namespace

Refusal find_update_refusal(const json& before, const json& after, bool resizes) {
  if (Refusal why = check_names(before.at("metadata"), after.at("metadata"))) return why;
  const json& was = before.at("spec");
  json spec = after.at("spec");
  if (Refusal why = check_deadline(was, spec)) return why;
  for (const char* list : {"containers", "initContainers"}) {
    const bool may_resize = resizes && std::string_view{list} == "containers";
    if (Refusal why = revert_containers(spec, was, list, may_resize)) return why;
  }
  take_over(spec, was, "activeDeadlineSeconds");
  if (keeps_tolerations(was, spec)) take_over(spec, was, "tolerations");
  constexpr const char* grace = "terminationGracePeriodSeconds";
  const bool was_negative = api::number_member<std::int64_t>(was, grace).value_or(0) < 0;
  if (was_negative && api::number_member<std::int64_t>(spec, grace) == 1) take_over(spec, was, grace);
  if (spec == was) return std::nullopt;
  return fmt::format("spec: Forbidden: pod updates may not change fields other than {}", changeable_fields);
}

}  // namespace podreel::apiserver

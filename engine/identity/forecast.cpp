#include "engine/identity/forecast.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/enum_names.hpp"
#include "engine/identity/change_text.hpp"
#include "engine/identity/container_hash.hpp"
#include "engine/identity/preimage_difference.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;
using release::minor_string;

Cause formula_cause(release::Release from, release::Release to) {
  const release::FormulaRow& before = release::container_formula(from);
  const release::FormulaRow& after = release::container_formula(to);
  Cause cause;
  cause.kind = CauseKind::formula;
  if (from < to) {
    cause.rule = fmt::format("{} {}", minor_string(after.range.since), after.what);
  } else {
    cause.rule = fmt::format("{} {}, while {} {}", minor_string(to), after.what, minor_string(from), before.what);
  }
  return cause;
}

/// The Go struct is printed with all its fields, so that a new one changes the hash whether or not it is set.
Cause types_cause(const Json& container, release::Release from, release::Release to) {
  Cause cause;
  cause.fields = types::type_changes(types::Api::v1, "Container", from, to, container);
  if (cause.fields.empty()) return cause;
  cause.kind = CauseKind::types;
  cause.rule = from < to ? changes_by_release(cause.fields, "adds", "removes") + " to the hashed type"
                         : fmt::format("{} does not hash {}, which {} does", minor_string(to),
                                       field_names(cause.fields), minor_string(from));
  cause.detail = touched_places(cause.fields, "container");
  return cause;
}

/// JSON omits what is not set: only members that are matter.
Cause members_cause(const Json& container, release::Release from, release::Release to) {
  Cause cause;
  for (const types::FieldChange& change : types::type_changes(types::Api::v1, "Container", from, to, container)) {
    if (change.filled > 0) cause.fields.push_back(change);
  }
  if (cause.fields.empty()) return cause;
  cause.kind = CauseKind::members;
  std::vector<std::string> members;
  for (const types::FieldChange& change : cause.fields) {
    members.push_back(change.place.empty() ? change.field : change.place + "." + change.field);
  }
  const release::Release since = cause.fields.front().since;
  const bool keeps = cause.fields.front().added;
  cause.rule = keeps ? fmt::format("{} keeps {}, which {}'s kubelet drops", minor_string(since), enumerated(members),
                                   minor_string(from))
                     : fmt::format("{} drops {}, which {}'s kubelet keeps", minor_string(to), enumerated(members),
                                   minor_string(from));
  return cause;
}

Cause escapes_cause(release::Release from, release::Release to) {
  Cause cause;
  if (json_escapes(from) == json_escapes(to)) return cause;
  cause.kind = CauseKind::escapes;
  cause.rule = fmt::format(
      "{} and {} are built with different Go toolchains, which write backspace and form feed in JSON "
      "differently",
      minor_string(from), minor_string(to));
  return cause;
}

Cause stored_object_cause(const Json& before, const Json& after, release::Release to) {
  Cause cause;
  cause.kind = CauseKind::stored_object;
  const ContainerHasher hasher{to};
  const auto difference = first_difference(hasher.preimage(before), hasher.preimage(after));
  const std::string field = difference ? difference->field : std::string{};
  cause.rule =
      field.empty() ? "the API server stores another object" : fmt::format("the API server stores another {}", field);
  return cause;
}

}  // namespace

std::string_view to_string(CauseKind kind) noexcept {
  constexpr auto names = api::enum_names<CauseKind>("", "formula", "types", "members", "escapes", "storedObject",
                                                    "resizePolicy", "staticPod");
  return names[kind];
}

Cause explain_change(const Json& stored_before, release::Release from, const Json& stored_after, release::Release to) {
  const release::ContainerFormula before = release::container_formula(from).formula;
  const release::ContainerFormula after = release::container_formula(to).formula;
  if (before != after) return formula_cause(from, to);
  const bool hashes_json = after == release::ContainerFormula::fnv32a_of_json;
  Cause cause = hashes_json ? members_cause(stored_after, from, to) : Cause{};
  if (after == release::ContainerFormula::fnv32a_of_struct) cause = types_cause(stored_after, from, to);
  if (cause.kind == CauseKind::none && hashes_json && stored_before == stored_after) cause = escapes_cause(from, to);
  if (cause.kind == CauseKind::none) cause = stored_object_cause(stored_before, stored_after, to);
  return cause;
}

Forecast forecast(const Json& stored_before, release::Release from, const Json& stored_after, release::Release to) {
  Forecast result;
  result.before = container_hash(stored_before, from);
  result.after = container_hash(stored_after, to);
  if (result.changes()) result.cause = explain_change(stored_before, from, stored_after, to);
  return result;
}

}  // namespace podreel::identity

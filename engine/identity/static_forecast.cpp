#include "engine/identity/static_forecast.hpp"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/identity/change_text.hpp"
#include "engine/identity/internal_pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;
using release::minor_string;

using release::v;

struct TreatmentRow {
  release::ReleaseRange range;
  OrphanTreatment treatment;
};

// 1.20 to 1.22 were not read; the pod workers that shorten the grace period came with 1.22
// (kubernetes/kubernetes#102344).
constexpr std::string_view killer_before_workers = "podKiller, in a goroutine of its own";
constexpr std::string_view killer_pod_workers = "its pod worker, from HandlePodCleanups";
const std::array treatments{
    TreatmentRow{{v(0), v(22)}, {-1, true, killer_before_workers, ""}},
    TreatmentRow{{v(22), v(27)}, {1, false, killer_pod_workers, "Clean up orphaned pod containers"}},
    TreatmentRow{{v(27), v(28)},
                 {1, false, killer_pod_workers, "Clean up containers for orphaned pod we had not seen before"}},
    TreatmentRow{{v(28), {}},
                 {2, false, killer_pod_workers, "Clean up containers for orphaned pod we had not seen before"}},
};

std::string explain(const std::vector<FieldChange>& fields, release::Release from, release::Release to) {
  std::vector<std::string> parts;
  if (static_uid_covers_source(from) != static_uid_covers_source(to)) {
    parts.push_back(static_uid_covers_source(to)
                        ? fmt::format("{} counts the node's name and the file's path in", minor_string(v(21)))
                        : fmt::format("{} does not count the node's name and the file's path in", minor_string(to)));
  }
  if (built_with_go18(from) != built_with_go18(to)) {
    parts.emplace_back("the internal API moved to another package and Go lays out times differently from 1.9 on");
  }
  std::vector<FieldChange> printed;
  for (const FieldChange& change : fields) {
    if (change.renamed_to.empty()) {
      printed.push_back(change);
    } else {
      parts.push_back(fmt::format("{} renames {}.{} to {} in the hashed types", minor_string(change.since), change.type,
                                  change.field, change.renamed_to));
    }
  }
  const std::string changed = changes_by_release(printed, "adds", "removes");
  if (!changed.empty()) parts.push_back((from < to ? "" : "undone: ") + changed + " in the hashed types");
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

OrphanTreatment orphan_treatment(release::Release release) {
  for (const TreatmentRow& row : treatments) {
    if (row.range.contains(release)) return row.treatment;
  }
  return treatments.back().treatment;
}

StaticForecast static_forecast(const Json& manifest, release::Release from, release::Release to,
                               const StaticPodSource& source) {
  StaticForecast result;
  result.before = static_pod_uid(manifest, from, source);
  result.after = static_pod_uid(manifest, to, source);
  result.refusals = static_pod_refusals(manifest, to, source.node);
  if (!result.recreated()) return result;
  result.fields = type_changes("core.Pod", from, to, internal_pod(manifest, to));
  result.cause = explain(result.fields, from, to);
  return result;
}

}  // namespace podreel::identity

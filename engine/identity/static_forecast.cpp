#include "engine/identity/static_forecast.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/identity/change_text.hpp"
#include "engine/identity/internal_pod.hpp"
#include "engine/release/kubelet_identity.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;
using release::minor_string;

std::string explain(const std::vector<types::FieldChange>& fields, release::Release from, release::Release to) {
  std::vector<std::string> parts;
  const release::ReleaseRange& covers_source = release::static_uid_covers_source;
  if (covers_source.contains(from) != covers_source.contains(to)) {
    parts.push_back(
        covers_source.contains(to)
            ? fmt::format("{} includes the node's name and the file's path in the UID",
                          minor_string(covers_source.since))
            : fmt::format("{} does not include the node's name and the file's path in the UID", minor_string(to)));
  }
  const release::ReleaseRange& is_fnv = release::static_uid_is_fnv;
  if (is_fnv.contains(from) != is_fnv.contains(to)) {
    parts.push_back(is_fnv.contains(to)
                        ? fmt::format("{} computes the UID with FNV-1a, not with md5", minor_string(is_fnv.since))
                        : fmt::format("{} computes the UID with md5, not with FNV-1a", minor_string(to)));
  }
  const release::ReleaseRange& built_with_go18 = release::built_with_go18;
  if (built_with_go18.contains(from) != built_with_go18.contains(to)) {
    parts.push_back(fmt::format("from {} on, the internal API is in another package and Go lays out times differently",
                                minor_string(*built_with_go18.until)));
  }
  std::vector<types::FieldChange> printed;
  for (const types::FieldChange& change : fields) {
    if (change.renamed_to.empty()) {
      printed.push_back(change);
    } else {
      parts.push_back(fmt::format("{} renames {}.{} to {} in the hashed types", minor_string(change.since), change.type,
                                  change.field, change.renamed_to));
    }
  }
  // A downgrade reverts the changes of a release.
  const std::string changed = from < to ? changes_by_release(printed, "adds", "removes")
                                        : "reverted: " + changes_by_release(printed, "removes", "adds");
  if (!printed.empty()) parts.push_back(changed + " in the hashed types");
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

StaticForecast static_forecast(const Json& manifest, release::Release from, release::Release to,
                               const StaticPodSource& source) {
  StaticForecast result;
  result.before = static_pod_uid(manifest, from, source);
  result.after = static_pod_uid(manifest, to, source);
  result.refusals = static_pod_refusals(manifest, to, source.node);
  if (!result.recreated()) return result;
  result.fields = types::type_changes(types::Api::internal, "Pod", from, to, internal_pod(manifest, to));
  result.cause = explain(result.fields, from, to);
  return result;
}

}  // namespace podreel::identity

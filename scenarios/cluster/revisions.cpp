#include "scenarios/cluster/revisions.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/json_member.hpp"
#include "scenarios/cluster/pod_template.hpp"
#include "scenarios/cluster/selection.hpp"
#include "scenarios/cluster/workload_names.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr const char* revisions = "controllerrevisions";

std::int64_t number_of(const Revision& revision) {
  return revision->value("revision", std::int64_t{0});
}

}  // namespace

std::string hash_of(const json& revision) {
  return api::string_member(revision["metadata"]["labels"], revision_hash_label);
}

std::string revision_hash(const StoredObject& pod) {
  return api::string_member(pod.json->at("metadata").value("labels", json::object()), revision_hash_label);
}

bool rolls(const json& workload) {
  return workload["spec"].value("updateStrategy", json::object()).value("type", "") == "RollingUpdate";
}

json template_of(const json& revision) {
  json held = revision["data"]["spec"]["template"];
  held.erase("$patch");
  return held;
}

std::vector<Revision> revisions_of(const ObjectStore& log, const json& owner) {
  std::vector<Revision> found;
  for (const ObjectId& id : log.owned_by(api::string_member(owner.at("metadata"), "uid"))) {
    if (id.resource == revisions) found.push_back(log.find(id.resource, id.key)->json);
  }
  std::ranges::stable_sort(found, {}, number_of);
  return found;
}

Revision present_revision(ClusterApi& api, const json& owner) {
  const std::vector<Revision> known = revisions_of(api.objects(), owner);
  const json& wanted = owner["spec"]["template"];
  const std::int64_t next = known.empty() ? 1 : number_of(known.back()) + 1;
  const auto same =
      std::ranges::find_if(known, [&wanted](const Revision& revision) { return template_of(*revision) == wanted; });
  if (same != known.end()) {
    if (*same == known.back()) return *same;
    json last = **same;
    last["revision"] = next;
    const ObjectId id{revisions, key_of(last)};
    api.update(id, std::move(last));
    return api.find(id);
  }
  const std::string owner_name = owner["metadata"]["name"];
  const std::string space = owner["metadata"]["namespace"];
  json held = wanted;
  held["$patch"] = "replace";
  std::int64_t collisions = count_in(owner, "status", "collisionCount");
  std::string hash;
  do {
    hash = template_hash(wanted, collisions++, api.pods().specs().release());
  } while (api.find({revisions, fmt::format("{}/{}-{}", space, owner_name, hash)}));
  const std::string name = fmt::format("{}-{}", owner_name, hash);
  json labels = wanted.value("metadata", json::object()).value("labels", json::object());
  labels[revision_hash_label] = hash;
  api.create(revisions, {{"apiVersion", "apps/v1"},
                         {"kind", "ControllerRevision"},
                         {"metadata",
                          {{"name", name},
                           {"namespace", space},
                           {"labels", std::move(labels)},
                           {"annotations", owner["metadata"].value("annotations", json::object())},
                           {"ownerReferences", json::array({controller_reference(owner)})}}},
                         {"data", {{"spec", {{"template", std::move(held)}}}}},
                         {"revision", next}});
  return api.find({revisions, space + '/' + name});
}

void clean_up_revisions(ClusterApi& api, const json& owner, const std::vector<std::string>& kept) {
  std::vector<Revision> old = revisions_of(api.objects(), owner);
  std::erase_if(old, [&](const Revision& revision) {
    if (std::ranges::find(kept, hash_of(*revision)) != kept.end()) return true;
    return std::ranges::any_of(pods_of(api.objects(), owner), [&revision](const StoredObject* pod) {
      return revision_hash(*pod) == hash_of(*revision);
    });
  });
  const std::int64_t limit = count_in(owner, "spec", "revisionHistoryLimit", 10);
  for (std::int64_t at = 0; at + limit < static_cast<std::int64_t>(old.size()); ++at) {
    api.remove({revisions, key_of(*old[static_cast<std::size_t>(at)])});
  }
}

}  // namespace podreel::cluster

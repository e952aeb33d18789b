#include "engine/kubelet/config/mirror_client.hpp"

#include <utility>

#include "engine/api/config_annotations.hpp"

namespace podreel::kubelet {

namespace {

namespace annotation = api::config_annotation;

bool is_mirror_of(const api::Pod& mirror, const api::Pod& static_pod) {
  const auto shown = mirror.metadata.annotations.find(annotation::mirror);
  const auto wanted = static_pod.metadata.annotations.find(annotation::hash);
  return shown->second == wanted->second;
}

api::Pod mirror_of(const api::Pod& static_pod) {
  api::Pod mirror = static_pod;
  mirror.metadata.annotations[annotation::mirror] = static_pod.metadata.annotations.at(annotation::hash);
  return mirror;
}

}  // namespace

api::PodPtr MirrorClient::get_pod(const memory::Text& uid) {
  const std::string name = pods_.mirror_name_of(uid);
  return name.empty() ? api_server_.get_pod(pods_.uid_in_api(uid)) : api_server_.find(name);
}

api::PodPtr MirrorClient::patch_pod_status(const memory::Text& uid, api::PodStatus&& status, trace::Explanation why) {
  return api_server_.patch_pod_status(pods_.uid_in_api(uid), std::move(status), std::move(why));
}

void MirrorClient::delete_pod(const memory::Text& uid) {
  api_server_.delete_pod(pods_.uid_in_api(uid));
}

bool MirrorClient::reconcile(const api::Pod& static_pod, const api::PodPtr& mirror) {
  const bool outdated = mirror && (mirror->metadata.deletion_timestamp || !is_mirror_of(*mirror, static_pod));
  if (mirror && !outdated) return true;
  if (!is_reachable()) return false;
  if (outdated && !api_server_.get_pod(mirror->metadata.uid)) return false;
  if (outdated) api_server_.delete_pod(mirror->metadata.uid);
  api_server_.create_mirror(mirror_of(static_pod));
  return true;
}

bool MirrorClient::delete_orphans(const std::function<bool(std::string_view name)>& is_needed) {
  if (!is_reachable()) return pods_.orphaned_mirrors().empty();
  for (const api::PodPtr& mirror : pods_.orphaned_mirrors()) {
    if (!is_needed(api::full_name(*mirror))) api_server_.delete_pod(mirror->metadata.uid);
  }
  return true;
}

}  // namespace podreel::kubelet

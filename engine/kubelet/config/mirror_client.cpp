#include "engine/kubelet/config/mirror_client.hpp"

#include <utility>

#include "engine/api/config_annotations.hpp"
#include "engine/timing/table.hpp"

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

MirrorClient::MirrorClient(const sim::Process& process, timing::Timing& timing, apiserver::ApiServer& api_server,
                           const PodManager& pods)
    : process_{process},
      requests_{timing.stream(timing::Site::mirror_requests)},
      api_server_{api_server},
      pods_{pods} {}

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

sim::Task<> MirrorClient::wait(const timing::Spread& latency) {
  const sim::Duration time = requests_.draw(latency);
  // Requests that take no time come before the status manager's.
  if (time > sim::Duration{}) co_await sim::sleep_for(process_, time);
}

sim::Task<bool> MirrorClient::reconcile(api::PodPtr static_pod, api::PodPtr mirror) {
  const bool outdated = mirror && (mirror->metadata.deletion_timestamp || !is_mirror_of(*mirror, *static_pod));
  if (mirror && !outdated) co_return true;
  if (outdated) {
    co_await wait(timing::mirror_deletion);
    if (!is_reachable() || !api_server_.get_pod(mirror->metadata.uid)) co_return false;
    api_server_.delete_pod(mirror->metadata.uid);
  }
  co_await wait(timing::mirror_creation);
  if (!is_reachable()) co_return false;
  api_server_.create_mirror(mirror_of(*static_pod));
  co_return true;
}

bool MirrorClient::delete_orphans(const std::function<bool(std::string_view name)>& is_needed) {
  if (!is_reachable()) return pods_.orphaned_mirrors().empty();
  for (const api::PodPtr& mirror : pods_.orphaned_mirrors()) {
    if (!is_needed(api::full_name(*mirror))) api_server_.delete_pod(mirror->metadata.uid);
  }
  return true;
}

}  // namespace podreel::kubelet

#include "engine/apiserver/api_server.hpp"

#include <fmt/format.h>
#include <utility>

namespace podreel::apiserver {

namespace {

bool is_finished(const api::Pod& pod) {
  return pod.status.phase == api::PodPhase::succeeded || pod.status.phase == api::PodPhase::failed;
}

}  // namespace

bool ApiServer::create(api::Pod pod) {
  const std::string name = api::full_name(pod);
  if (pods_.contains(name)) return false;
  if (pod.metadata.uid.empty()) admission_(pod);
  pod.metadata.creation_timestamp = sim::truncated_to_seconds(process_.now());
  recorder_.record(name, trace::Api{.op = "pod_created"});
  store(std::move(pod));
  return true;
}

bool ApiServer::request_deletion(std::string_view name, std::optional<std::int64_t> grace_period_seconds) {
  const api::PodPtr pod = find(name);
  if (!pod) return false;
  const std::int64_t own_grace = pod->spec->termination_grace_period_seconds;
  const std::int64_t grace = is_finished(*pod) ? 0 : grace_period_seconds.value_or(own_grace);
  if (grace <= 0) {
    drop(pod);
    return true;
  }
  recorder_.record(name, trace::Api{.op = "pod_delete_requested", .grace = grace});
  const std::optional<std::int64_t> earlier = pod->metadata.deletion_grace_period_seconds;
  if (earlier && *earlier <= grace) return true;
  api::Pod changed = *pod;
  changed.metadata.deletion_grace_period_seconds = grace;
  changed.metadata.deletion_timestamp = sim::truncated_to_seconds(process_.now()) + std::chrono::seconds{grace};
  store(std::move(changed));
  return true;
}

bool ApiServer::update(std::string_view name, trace::Api told, const std::function<void(api::Pod&)>& change) {
  const api::PodPtr pod = find(name);
  if (!pod) return false;
  api::Pod changed = *pod;
  change(changed);
  recorder_.record(name, std::move(told));
  store(std::move(changed));
  return true;
}

void ApiServer::patch_pod_status(std::string_view uid, std::shared_ptr<const api::PodStatus> status) {
  const api::PodPtr pod = get_pod(uid);
  if (!pod) return;
  api::Pod changed{pod->metadata, pod->spec, *status};
  recorder_.record(api::full_name(changed), trace::Status{std::move(status), changed.metadata.deletion_timestamp});
  store(std::move(changed));
}

void ApiServer::delete_pod(std::string_view uid) {
  if (const api::PodPtr pod = get_pod(uid)) drop(pod);
}

std::vector<api::PodPtr> ApiServer::list() const {
  std::vector<api::PodPtr> result;
  result.reserve(pods_.size());
  for (const auto& [name, pod] : pods_) result.push_back(pod);
  return result;
}

api::PodPtr ApiServer::find(std::string_view name) const {
  const auto found = pods_.find(name);
  return found == pods_.end() ? nullptr : found->second;
}

api::PodPtr ApiServer::get_pod(std::string_view uid) {
  const auto found = pods_by_uid_.find(uid);
  return found == pods_by_uid_.end() ? nullptr : found->second;
}

void ApiServer::store(api::Pod pod) {
  const api::PodPtr stored = std::make_shared<const api::Pod>(std::move(pod));
  pods_by_uid_.insert_or_assign(stored->metadata.uid, stored);
  pods_.insert_or_assign(api::full_name(*stored), stored);
  announce({stored, false});
}

void ApiServer::drop(const api::PodPtr& pod) {
  const std::string name = api::full_name(*pod);
  recorder_.record(name, trace::Api{.op = "pod_removed", .grace = 0});
  pods_by_uid_.erase(pod->metadata.uid);
  pods_.erase(name);
  announce({pod, true});
}

void ApiServer::announce(const Change& change) const {
  if (observer_) observer_(change);
  if (watcher_.changed) watcher_.changed(change);
}

void ApiServer::set_up(bool up) {
  if (std::exchange(is_up_, up) == up) return;
  recorder_.record("", trace::Api{.op = up ? "up" : "down"});
  if (up) return;
  const Watcher cut_off = std::exchange(watcher_, {});
  if (cut_off.lost) cut_off.lost();
}

}  // namespace podreel::apiserver

#include "tools/cri/client/remote_api.hpp"

#include <chrono>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "scenarios/controllers/cluster_node.hpp"
#include "scenarios/controllers/event_log.hpp"
#include "tools/cri/wall_clock.hpp"

namespace podreel::cri {

namespace {

using nlohmann::json;
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds retry = 200ms;
constexpr unsigned ok = 200;
constexpr const char* strategic_merge = "application/strategic-merge-patch+json";

std::string pods_of(const std::string& node) {
  return fmt::format("/api/v1/pods?fieldSelector=spec.nodeName%3D{}", node);
}

server::Request request_of(std::string method, std::string target, const json& body,
                           std::string type = "application/json") {
  return {
      .method = std::move(method), .target = std::move(target), .content_type = std::move(type), .body = body.dump()};
}

std::string path_of(const api::Pod& pod) {
  return fmt::format("/api/v1/namespaces/{}/pods/{}", pod.metadata.namespace_name.view(), pod.metadata.name.view());
}

/// As the kubelet's status manager: with the UID, so that no other pod of the name is meant.
server::Request status_patch(const api::Pod& pod) {
  json status = api::to_json(pod.status);
  status["$patch"] = "replace";
  return request_of("PATCH", path_of(pod) + "/status",
                    {{"metadata", {{"uid", pod.metadata.uid.view()}}}, {"status", std::move(status)}}, strategic_merge);
}

server::Request deletion(const api::Pod& pod) {
  return request_of("DELETE", path_of(pod),
                    {{"kind", "DeleteOptions"},
                     {"apiVersion", "v1"},
                     {"gracePeriodSeconds", 0},
                     {"preconditions", {{"uid", pod.metadata.uid.view()}}}});
}

std::string leases() {
  return "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
}

std::string version_of(const json& list) {
  return api::string_member(list.at("metadata"), "resourceVersion");
}

}  // namespace

RemoteApi::RemoteApi(simulation::Node& node, PacedLoop& loop, server::ServerAddress address)
    : node_{node}, loop_{loop}, world_{node.scheduler()}, follower_{address}, writer_{std::move(address)} {
  node_.observe([this](const apiserver::ApiServer::Change& change) { pod_changed(change); });
  node_.recorder().add(*this);
  node_.api_server().node().on_change([this] { tell_node(); });
}

RemoteApi::~RemoteApi() {
  {
    const std::lock_guard lock{mutex_};
    is_over_ = true;
  }
  changed_.notify_all();
  follower_.close();
  writer_.close();
  for (std::thread& thread : threads_) thread.join();
}

std::string RemoteApi::connect() {
  const std::string& name = node_.node_name();
  try {
    const json node{{"kind", "Node"},
                    {"apiVersion", "v1"},
                    {"metadata", {{"name", name}, {"labels", {{"kubernetes.io/hostname", name}}}}},
                    {"status", {{"conditions", json::array()}}}};
    const server::Response registered = writer_.send(request_of("POST", "/api/v1/nodes", node));
    constexpr unsigned created = 201;
    constexpr unsigned is_there = 409;
    if (registered.status != created && registered.status != is_there) return registered.body;
    const json lease{{"kind", "Lease"},
                     {"apiVersion", "coordination.k8s.io/v1"},
                     {"metadata", {{"name", name}, {"namespace", "kube-node-lease"}}},
                     {"spec", {{"holderIdentity", name}}}};
    static_cast<void>(writer_.send(request_of("POST", leases(), lease)));
    const server::Response listed = follower_.send({.method = "GET", .target = pods_of(name)});
    if (listed.status != ok) return listed.body;
    const json list = json::parse(listed.body);
    version_ = version_of(list);
    take_list(list);
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

void RemoteApi::begin() {
  renew_lease();
  threads_.emplace_back([this] { follow(); });
  threads_.emplace_back([this] { send_waiting(); });
}

void RemoteApi::write(const trace::Record& record) {
  const auto& event = std::get<trace::EventWrite>(record.payload);
  if (event.component) return;
  const api::PodPtr pod = record.pod.empty() ? nullptr : node_.api_server().find(record.pod);
  const std::string_view uid = pod ? pod->metadata.uid.view() : std::string_view{};
  const controllers::NewEvent told = controllers::told_event(record, event, node_.node_name(), uid);
  const std::string text = controllers::text_of(told);
  const std::string list = fmt::format("/api/v1/namespaces/{}/events", controllers::namespace_of(told));
  if (const auto known = events_.find(text); event.op == "patch" && known != events_.end()) {
    return send(request_of("PATCH", fmt::format("{}/{}", list, known->second),
                           {{"count", event.count}, {"lastTimestamp", api::format_timestamp(record.time)}},
                           strategic_merge));
  }
  std::string name = fmt::format("{}.{:x}{:04x}", api::string_member(told.about, "name"),
                                 wall_time().time_since_epoch().count(), ++last_event_);
  send(request_of("POST", list, controllers::event_object(told, name, record.time)));
  events_.insert_or_assign(text, std::move(name));
}

void RemoteApi::pod_changed(const apiserver::ApiServer::Change& change) {
  using Kind = apiserver::ApiServer::ChangeKind;
  if (is_bringing_) return;
  const api::Pod& pod = *change.pod;
  if (change.kind == Kind::deleted) {
    deleted_.erase(pod.metadata.uid);
    return send(deletion(pod));
  }
  if (change.kind != Kind::modified) return;
  const bool is_done_with = pod.metadata.deletion_grace_period_seconds == 0;
  if (is_done_with && deleted_.insert(pod.metadata.uid).second) return send(deletion(pod));
  send(status_patch(pod));
}

void RemoteApi::tell_node() {
  json conditions = json::array();
  for (const apiserver::NodeCondition& condition : node_.api_server().node().conditions()) {
    conditions.push_back(controllers::condition_json(condition));
  }
  const std::string version = "v" + release::to_string(node_.kubelet_settings().version);
  send(request_of("PATCH", fmt::format("/api/v1/nodes/{}/status", node_.node_name()),
                  {{"status", {{"conditions", std::move(conditions)}, {"nodeInfo", {{"kubeletVersion", version}}}}}},
                  strategic_merge));
}

void RemoteApi::renew_lease() {
  const sim::Duration holds = node_.kubelet_settings().config.node_lease_duration;
  send(request_of("PATCH", fmt::format("{}/{}", leases(), node_.node_name()),
                  {{"spec", {{"renewTime", api::format_timestamp(world_.now())}}}}, "application/merge-patch+json"));
  world_.after(holds / 4, [this] { renew_lease(); });
}

void RemoteApi::bring(const std::function<void(apiserver::ApiServer&)>& change) {
  is_bringing_ = true;
  change(node_.api_server());
  is_bringing_ = false;
}

void RemoteApi::take_list(const json& list) {
  std::set<api::Text> gone = std::exchange(pods_, {});
  bring([&](apiserver::ApiServer& server) {
    api::for_each_item(list, "items", [&](const json& pod) {
      const api::Text uid{api::string_member(pod.at("metadata"), "uid")};
      gone.erase(uid);
      pods_.insert(uid);
      server.put_copy(pod);
    });
    for (const api::Text& uid : gone) server.remove_copy(uid);
  });
}

void RemoteApi::take_change(const json& change) {
  const std::string type = api::string_member(change, "type");
  const json& pod = change.at("object");
  if (type != "ADDED" && type != "MODIFIED" && type != "DELETED") return;
  const api::Text uid{api::string_member(pod.at("metadata"), "uid")};
  bring([&](apiserver::ApiServer& server) {
    if (type == "DELETED") {
      pods_.erase(uid);
      deleted_.erase(uid);
      return server.remove_copy(uid);
    }
    // An echo of what was written before the kubelet has deleted the pod.
    if (type == "MODIFIED" && pods_.contains(uid) && server.get_pod(uid) == nullptr) return;
    pods_.insert(uid);
    server.put_copy(pod);
  });
}

void RemoteApi::follow() {
  for (;;) {
    try {
      follow_once();
    } catch (const std::exception&) {
      loop_.post([this] { node_.api_server().cut_off(true); });
      if (waits(retry)) return;
    }
    if (waits(0ms)) return;
  }
}

void RemoteApi::follow_once() {
  if (version_.empty()) {
    const server::Response listed = follower_.send({.method = "GET", .target = pods_of(node_.node_name())});
    if (listed.status != ok) throw std::runtime_error{listed.body};
    json list = json::parse(listed.body);
    version_ = version_of(list);
    loop_.post([this, list = std::move(list)] {
      take_list(list);
      node_.api_server().cut_off(false);
    });
  }
  const std::string target = fmt::format("{}&watch=true&resourceVersion={}", pods_of(node_.node_name()), version_);
  version_.clear();
  const auto refused = follower_.follow({.method = "GET", .target = target}, [this](const std::string& line) {
    loop_.post([this, change = json::parse(line)] { take_change(change); });
  });
  if (refused) throw std::runtime_error{refused->body};
}

void RemoteApi::send(server::Request request) {
  {
    const std::lock_guard lock{mutex_};
    waiting_.push_back(std::move(request));
  }
  changed_.notify_all();
}

void RemoteApi::send_waiting() {
  for (;;) {
    server::Request next;
    {
      std::unique_lock lock{mutex_};
      changed_.wait(lock, [this] { return is_over_ || !waiting_.empty(); });
      if (is_over_) return;
      next = waiting_.front();
    }
    try {
      static_cast<void>(writer_.send(next));
    } catch (const std::exception&) {
      if (waits(retry)) return;
      continue;
    }
    const std::lock_guard lock{mutex_};
    waiting_.pop_front();
  }
}

bool RemoteApi::waits(std::chrono::milliseconds pause) {
  std::unique_lock lock{mutex_};
  return changed_.wait_for(lock, pause, [this] { return is_over_; });
}

}  // namespace podreel::cri

#include "tools/cri/client/remote_api.hpp"

#include <exception>
#include <fmt/format.h>
#include <functional>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "scenarios/cluster/cluster_node.hpp"
#include "scenarios/cluster/event_log.hpp"
#include "tools/cri/client/refusal_text.hpp"
#include "tools/net/wall_clock.hpp"

namespace podreel::cri {

namespace {

using nlohmann::json;

constexpr const char* strategic_merge = "application/strategic-merge-patch+json";

std::string pods_of(const std::string& node) {
  return fmt::format("/api/v1/pods?fieldSelector=spec.nodeName%3D{}", node);
}

serve::Request request_of(std::string method, std::string target, const json& body,
                          std::string type = "application/json") {
  return {
      .method = std::move(method), .target = std::move(target), .content_type = std::move(type), .body = body.dump()};
}

std::string path_of(const api::Pod& pod) {
  return fmt::format("/api/v1/namespaces/{}/pods/{}", pod.metadata.namespace_name.view(), pod.metadata.name.view());
}

/// Returns a status patch with the UID, as the kubelet's status manager sends it, so that it cannot change another pod
/// with the same name.
serve::Request status_patch(const api::Pod& pod) {
  json status = api::to_json(pod.status);
  status["$patch"] = "replace";
  return request_of("PATCH", path_of(pod) + "/status",
                    {{"metadata", {{"uid", pod.metadata.uid.view()}}}, {"status", std::move(status)}}, strategic_merge);
}

serve::Request deletion(const api::Pod& pod) {
  return request_of("DELETE", path_of(pod),
                    {{"kind", "DeleteOptions"},
                     {"apiVersion", "v1"},
                     {"gracePeriodSeconds", 0},
                     {"preconditions", {{"uid", pod.metadata.uid.view()}}}});
}

std::string leases() {
  return "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
}

/// Returns the request that creates the mirror of a static pod.
serve::Request creation(const api::Pod& mirror) {
  json metadata{{"name", mirror.metadata.name.view()},
                {"namespace", mirror.metadata.namespace_name.view()},
                {"annotations", mirror.metadata.annotations.get()}};
  if (!mirror.metadata.labels.empty()) metadata["labels"] = mirror.metadata.labels.get();
  return request_of(
      "POST", fmt::format("/api/v1/namespaces/{}/pods", mirror.metadata.namespace_name.view()),
      {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", std::move(metadata)}, {"spec", *mirror.spec->stored}});
}

apiserver::NodeCondition node_condition(const json& written) {
  return {
      .type = api::string_member(written, "type"),
      .status = api::string_member(written, "status"),
      .reason = api::string_member(written, "reason"),
      .message = api::string_member(written, "message"),
      .last_transition = api::parse_timestamp(api::string_member(written, "lastTransitionTime")).value_or(sim::Time{})};
}

}  // namespace

RemoteApi::RemoteApi(simulation::Node& node, PacedLoop& loop, serve::ServerAddress address)
    : node_{node},
      loop_{loop},
      world_{node.scheduler()},
      requests_{address},
      config_{node.api_server(), loop, address},
      pod_reflector_{address, pods_of(node.node_name()), pod_listener()},
      node_reflector_{std::move(address),
                      fmt::format("/api/v1/nodes?fieldSelector=metadata.name%3D{}", node.node_name()),
                      node_listener()} {
  node_.observe([this](const apiserver::ApiServer::PodChange& change) { pod_changed(change); });
  node_.recorder().add(*this);
  node_.api_server().node().on_change([this] { report_node(); });
  node_.api_server().make_mirrors_elsewhere([this](const api::Pod& mirror) { requests_.send(creation(mirror)); });
}

std::string RemoteApi::connect() {
  const std::string& name = node_.node_name();
  try {
    const json node{{"kind", "Node"},
                    {"apiVersion", "v1"},
                    {"metadata", {{"name", name}, {"labels", format::every_nodes_labels(name)}}},
                    {"status", {{"conditions", json::array()}}}};
    const serve::Response registered = requests_.ask(request_of("POST", "/api/v1/nodes", node));
    constexpr unsigned created = 201;
    constexpr unsigned is_there = 409;
    if (registered.status != created && registered.status != is_there) return refusal_text(registered);
    const json lease{{"kind", "Lease"},
                     {"apiVersion", "coordination.k8s.io/v1"},
                     {"metadata", {{"name", name}, {"namespace", "kube-node-lease"}}},
                     {"spec", {{"holderIdentity", name}}}};
    static_cast<void>(requests_.ask(request_of("POST", leases(), lease)));
    node_reflector_.list();
    pod_reflector_.list();
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

void RemoteApi::begin() {
  has_begun_ = true;
  renew_lease();
  config_.begin();
  pod_reflector_.begin();
  node_reflector_.begin();
  requests_.begin();
}

void RemoteApi::write(const trace::Record& record) {
  const auto& event = std::get<trace::EventWrite>(record.payload);
  if (event.component) return;
  const api::PodPtr pod = record.pod.empty() ? nullptr : node_.api_server().find(record.pod);
  const std::string_view uid = pod ? pod->metadata.uid.view() : std::string_view{};
  const cluster::NewEvent new_event = cluster::event_from_record(record, event, node_.node_name(), uid);
  const std::string text = cluster::text_of(new_event);
  const std::string list = fmt::format("/api/v1/namespaces/{}/events", cluster::namespace_of(new_event));
  if (const auto known = events_.find(text); event.op == "patch" && known != events_.end()) {
    return requests_.send(request_of("PATCH", fmt::format("{}/{}", list, known->second),
                                     {{"count", event.count}, {"lastTimestamp", api::format_timestamp(record.time)}},
                                     strategic_merge));
  }
  std::string name = fmt::format("{}.{:x}{:04x}", api::string_member(new_event.about, "name"),
                                 wall_time().time_since_epoch().count(), ++last_event_);
  requests_.send(request_of("POST", list, cluster::event_object(new_event, name, record.time)));
  events_.insert_or_assign(text, std::move(name));
}

void RemoteApi::pod_changed(const apiserver::ApiServer::PodChange& change) {
  using Kind = apiserver::ApiServer::ChangeKind;
  if (is_bringing_) return;
  const api::Pod& pod = *change.pod;
  if (change.kind == Kind::deleted) {
    deleted_.erase(pod.metadata.uid);
    return requests_.send(deletion(pod));
  }
  if (change.kind != Kind::modified) return;
  const bool is_done_with = pod.metadata.deletion_grace_period_seconds == 0;
  if (is_done_with && deleted_.insert(pod.metadata.uid).second) return requests_.send(deletion(pod));
  requests_.send(status_patch(pod));
}

void RemoteApi::report_node() {
  json conditions = json::array();
  for (const apiserver::NodeCondition& condition : node_.api_server().node().conditions()) {
    conditions.push_back(cluster::condition_json(condition));
  }
  json info{{"kubeletVersion", "v" + release::to_string(node_.kubelet_settings().version)},
            {"bootID", node_.description().boot_id.view()}};
  requests_.send(request_of("PATCH", fmt::format("/api/v1/nodes/{}/status", node_.node_name()),
                            {{"status", {{"conditions", std::move(conditions)}, {"nodeInfo", std::move(info)}}}},
                            strategic_merge));
}

void RemoteApi::renew_lease() {
  const sim::Duration holds = node_.kubelet_settings().config.node_lease_duration;
  requests_.send(request_of("PATCH", fmt::format("{}/{}", leases(), node_.node_name()),
                            {{"spec", {{"renewTime", api::format_timestamp(world_.now())}}}},
                            "application/merge-patch+json"));
  world_.after(holds / 4, [this] { renew_lease(); });
}

void RemoteApi::bring(const std::function<void(apiserver::ApiServer&)>& change) {
  is_bringing_ = true;
  change(node_.api_server());
  is_bringing_ = false;
}

Reflector::Listener RemoteApi::pod_listener() {
  return {.listed =
              [this](const json& list) {
                std::vector<PodConfig> configs;
                api::for_each_item(list, "items", [&](const json& pod) { configs.push_back(config_.ask_for(pod)); });
                on_loop([this, list, configs = std::move(configs)] {
                  take_list(list, configs);
                  node_.api_server().cut_off(false);
                });
              },
          .changed =
              [this](const json& change) {
                PodConfig config;
                if (change.at("type") == "ADDED") config = config_.ask_for(change.at("object"));
                loop_.post([this, change, config = std::move(config)] { take_change(change, config); });
              },
          .lost = [this] { loop_.post([this] { node_.api_server().cut_off(true); }); }};
}

Reflector::Listener RemoteApi::node_listener() {
  return {
      .listed =
          [this](const json& list) {
            on_loop([this, list] { api::for_each_item(list, "items", [this](const json& node) { take_node(node); }); });
          },
      .changed =
          [this](const json& change) {
            if (change.at("type") == "DELETED") return;
            loop_.post([this, node = change.at("object")] { take_node(node); });
          }};
}

void RemoteApi::on_loop(std::function<void()> work) {
  if (has_begun_) return loop_.post(std::move(work));
  work();
}

void RemoteApi::take_node(const json& node) {
  const json* labels = api::find_member(node.at("metadata"), "labels");
  node_.description().labels = labels == nullptr ? decltype(node_.description().labels)::value_type{}
                                                 : labels->get<std::map<std::string, std::string>>();
  node_.description().taints = cluster::taints_of(node.value("spec", json::object()));
  if (has_begun_) return;
  // An earlier kubelet has reported these.
  const json status = node.value("status", json::object());
  api::for_each_item(status, "conditions",
                     [this](const json& condition) { node_.api_server().node().set(node_condition(condition)); });
  if (const json* info = api::find_member(status, "nodeInfo")) {
    node_.api_server().set_boot_id(memory::Text{api::string_member(*info, "bootID")});
  }
}

void RemoteApi::take_list(const json& list, const std::vector<PodConfig>& configs) {
  std::set<memory::Text> gone = std::exchange(pods_, {});
  auto config = configs.begin();
  bring([&](apiserver::ApiServer& server) {
    api::for_each_item(list, "items", [&](const json& pod) {
      const memory::Text uid{api::string_member(pod.at("metadata"), "uid")};
      gone.erase(uid);
      pods_.insert(uid);
      config_.take(pod, *config++);
      server.put_copy(pod);
    });
    for (const memory::Text& uid : gone) server.remove_copy(uid);
  });
}

void RemoteApi::take_change(const json& change, const PodConfig& config) {
  const std::string type = api::string_member(change, "type");
  const json& pod = change.at("object");
  const memory::Text uid{api::string_member(pod.at("metadata"), "uid")};
  bring([&](apiserver::ApiServer& server) {
    if (type == "DELETED") {
      pods_.erase(uid);
      deleted_.erase(uid);
      return server.remove_copy(uid);
    }
    // An outdated event of a pod that the kubelet has deleted meanwhile.
    if (type == "MODIFIED" && pods_.contains(uid) && server.get_pod(uid) == nullptr) return;
    pods_.insert(uid);
    if (type == "ADDED") config_.take(pod, config);
    server.put_copy(pod);
  });
}

}  // namespace podreel::cri

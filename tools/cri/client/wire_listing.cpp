// Lists of sandboxes and containers, as kuberuntime requests them.
#include <algorithm>
#include <cri.pb.h>
#include <utility>

#include "engine/sim/task.hpp"
#include "tools/cri/client/labels.hpp"
#include "tools/cri/client/read_status.hpp"
#include "tools/cri/client/wire_runtime.hpp"

namespace podreel::cri {

namespace {

namespace wire = ::runtime::v1;

template <class Filter>
void choose(const memory::Text& pod_uid, Filter& filter) {
  if (!pod_uid.empty()) (*filter.mutable_label_selector())[std::string{pod_uid_label}] = pod_uid;
}

/// Returns the pod's UID from the labels that a kubelet wrote.
memory::Text uid_of(const google::protobuf::Map<std::string, std::string>& labels) {
  const auto found = labels.find(std::string{pod_uid_label});
  return found == labels.end() ? memory::Text{} : memory::Text{found->second};
}

/// Returns whether the object was removed after it was listed.
bool has_gone(const runtime::Error& error) {
  return error.not_found;
}

}  // namespace

sim::Task<runtime::Result<WireRuntime::Listing>> WireRuntime::list(const sim::Process& caller, bool all,
                                                                   memory::Text pod_uid) {
  Listing listing;
  wire::ListPodSandboxRequest sandboxes_request;
  choose(pod_uid, *sandboxes_request.mutable_filter());
  if (!all) sandboxes_request.mutable_filter()->mutable_state()->set_state(wire::SANDBOX_READY);
  const auto sandboxes = co_await connection_.call<wire::ListPodSandboxResponse>(
      caller, "RuntimeService/ListPodSandbox", std::move(sandboxes_request), request_timeout_);
  if (!sandboxes) co_return sandboxes.error();
  // Sandboxes of one pod are created one after the other.
  std::vector<const wire::PodSandbox*> by_age;
  for (const wire::PodSandbox& sandbox : sandboxes->items()) by_age.push_back(&sandbox);
  std::ranges::stable_sort(by_age, {}, &wire::PodSandbox::created_at);
  for (const wire::PodSandbox* sandbox : by_age) {
    const wire::PodSandboxMetadata& metadata = sandbox->metadata();
    const memory::Text uid = metadata.uid();
    const auto state =
        sandbox->state() == wire::SANDBOX_READY ? runtime::SandboxState::ready : runtime::SandboxState::not_ready;
    listing.sandboxes.push_back({sandbox->id(), uid, state});
    listing.names[uid] = {metadata.name(), metadata.namespace_()};
    KnownSandbox& known = sandboxes_[sandbox->id()];
    known.pod = metadata.namespace_() + "/" + metadata.name();
    known.attempt = metadata.attempt();
  }
  wire::ListContainersRequest containers_request;
  choose(pod_uid, *containers_request.mutable_filter());
  if (!all) containers_request.mutable_filter()->mutable_state()->set_state(wire::CONTAINER_RUNNING);
  const auto containers = co_await connection_.call<wire::ListContainersResponse>(
      caller, "RuntimeService/ListContainers", std::move(containers_request), request_timeout_);
  if (!containers) co_return containers.error();
  std::vector<const wire::Container*> in_order;
  for (const wire::Container& container : containers->containers()) in_order.push_back(&container);
  std::ranges::stable_sort(in_order, {}, &wire::Container::created_at);
  for (const wire::Container* container : in_order) {
    const memory::Text uid = uid_of(container->labels());
    if (uid.empty()) continue;
    listing.containers.push_back({container->id(), container->metadata().name(), uid, read(container->state())});
    KnownContainer& known = containers_[container->id()];
    known.sandbox_id = container->pod_sandbox_id();
    known.name = container->metadata().name();
    known.attempt = container->metadata().attempt();
    known.labels = {container->labels().begin(), container->labels().end()};
    known.annotations = {container->annotations().begin(), container->annotations().end()};
    const runtime::ContainerConfig stored = config_from(known.labels, known.annotations);
    known.pod = api::full_name(*stored.pod);
    listing.names.try_emplace(uid, stored.pod->metadata.name, stored.pod->metadata.namespace_name);
  }
  co_return runtime::Result<Listing>{boost::system::in_place_value, std::move(listing)};
}

sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> WireRuntime::get_pods(const sim::Process& caller,
                                                                                   bool all) {
  const auto listing = co_await list(caller, all, {});
  if (!listing) co_return listing.error();
  std::map<memory::Text, runtime::RunningPod> by_uid;
  for (const auto& [uid, name] : listing->names) by_uid[uid] = {uid, name.first, name.second, {}, {}};
  for (const runtime::SandboxSummary& sandbox : listing->sandboxes) {
    by_uid[sandbox.pod_uid].sandboxes.push_back(sandbox);
  }
  for (const runtime::ContainerSummary& container : listing->containers) {
    by_uid[container.pod_uid].containers.push_back(container);
  }
  std::vector<runtime::RunningPod> pods;
  for (auto& [uid, pod] : by_uid) pods.push_back(std::move(pod));
  co_return runtime::Result<std::vector<runtime::RunningPod>>{boost::system::in_place_value, std::move(pods)};
}

sim::Task<runtime::Result<runtime::RunningPod>> WireRuntime::get_pod(const sim::Process& caller, memory::Text pod_uid) {
  const auto listing = co_await list(caller, true, pod_uid);
  if (!listing) co_return listing.error();
  runtime::RunningPod pod{.uid = pod_uid};
  if (const auto name = listing->names.find(pod_uid); name != listing->names.end()) {
    pod.name = name->second.first;
    pod.namespace_name = name->second.second;
  }
  for (const runtime::SandboxSummary& sandbox : listing->sandboxes) pod.sandboxes.push_back(sandbox);
  for (const runtime::ContainerSummary& container : listing->containers) pod.containers.push_back(container);
  co_return runtime::Result<runtime::RunningPod>{boost::system::in_place_value, std::move(pod)};
}

sim::Task<runtime::Result<runtime::PodStatusPtr>> WireRuntime::get_pod_status(const sim::Process& caller,
                                                                              memory::Text pod_uid) {
  const auto listed = co_await get_pod(caller, pod_uid);
  if (!listed) co_return listed.error();
  const auto status = std::make_shared<runtime::PodStatus>();
  status->uid = pod_uid;
  status->name = listed->name;
  status->namespace_name = listed->namespace_name;
  const auto leave_out = [&status](const runtime::Error& error) {
    if (!status->vanished) status->vanished = std::make_shared<const runtime::Error>(error);
  };
  for (auto sandbox = listed->sandboxes.rbegin(); sandbox != listed->sandboxes.rend(); ++sandbox) {
    const auto reply = co_await pod_sandbox_status(caller, sandbox->id);
    if (!reply && has_gone(reply.error())) {
      leave_out(reply.error());
      continue;
    }
    if (!reply) co_return reply.error();
    status->sandboxes.push_back(*reply);
  }
  for (auto container = listed->containers.rbegin(); container != listed->containers.rend(); ++container) {
    wire::ContainerStatusRequest request;
    request.set_container_id(container->id);
    const auto reply = co_await connection_.call<wire::ContainerStatusResponse>(
        caller, "RuntimeService/ContainerStatus", std::move(request), request_timeout_);
    if (!reply && has_gone(reply.error())) {
      leave_out(reply.error());
      continue;
    }
    if (!reply) co_return reply.error();
    status->containers.push_back(read(reply->status(), containers_[container->id].sandbox_id, pace_));
  }
  status->observed_at = caller.now();
  if (!status->sandboxes.empty()) {
    const runtime::SandboxStatus& newest = status->sandboxes.front();
    const bool has_ip = newest.ip && !newest.ip->empty();
    if (newest.state == runtime::SandboxState::ready && has_ip) status->ips.push_back(*newest.ip);
  }
  co_return runtime::Result<runtime::PodStatusPtr>{boost::system::in_place_value, status};
}

}  // namespace podreel::cri

#include "runtime_fake/pod_listing.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::runtime_fake {

namespace {

runtime::RunningPod list(const PodEntry& pod, bool all) {
  runtime::RunningPod listed{pod.uid, pod.name, *pod.namespace_name, {}, {}};
  listed.containers.reserve(pod.containers.size());
  listed.sandboxes.reserve(pod.sandboxes.size());
  for (const auto& container : pod.containers) {
    if (!all && !container->is_running()) continue;
    listed.containers.push_back({container->id, *container->name, listed.uid, container->state});
  }
  for (const Sandbox& sandbox : pod.sandboxes) {
    if (!all && !sandbox.ready) continue;
    listed.sandboxes.push_back(
        {sandbox.id, listed.uid, sandbox.ready ? runtime::SandboxState::ready : runtime::SandboxState::not_ready});
  }
  return listed;
}

bool has_nothing(const runtime::RunningPod& pod) {
  return pod.containers.empty() && pod.sandboxes.empty();
}

std::vector<runtime::RunningPod> list_all(const Inventory& inventory, bool all) {
  std::vector<runtime::RunningPod> pods;
  for (const auto& [uid, pod] : inventory.pods()) {
    runtime::RunningPod listed = list(pod, all);
    if (!has_nothing(listed)) pods.push_back(std::move(listed));
  }
  return pods;
}

std::shared_ptr<runtime::PodStatus> observe(const memory::Text& uid, const PodEntry* pod, sim::Time now) {
  auto status = memory::make_recycled<runtime::PodStatus>();
  status->uid = uid;
  status->observed_at = now;
  if (pod == nullptr) return status;
  status->name = pod->name;
  status->namespace_name = *pod->namespace_name;
  status->sandboxes.reserve(pod->sandboxes.size());
  for (auto sandbox = pod->sandboxes.rbegin(); sandbox != pod->sandboxes.rend(); ++sandbox) {
    status->sandboxes.push_back(status_of(*sandbox));
  }
  status->containers.reserve(pod->containers.size());
  for (auto container = pod->containers.rbegin(); container != pod->containers.rend(); ++container) {
    status->containers.push_back(status_of(**container));
  }
  // kuberuntime's GetPodStatus takes the IPs of the newest sandbox, if that is ready.
  if (!pod->sandboxes.empty() && pod->sandboxes.back().ready && !pod->sandboxes.back().ip.empty()) {
    status->ips.push_back(pod->sandboxes.back().ip);
  }
  return status;
}

/// `ids` are sorted.
void leave_out(runtime::PodStatus& status, const std::vector<memory::Text>& ids,
               std::shared_ptr<const runtime::Error> error) {
  const auto has_vanished = [&ids](const auto& object) { return std::ranges::binary_search(ids, object.id); };
  std::erase_if(status.sandboxes, has_vanished);
  std::erase_if(status.containers, has_vanished);
  status.vanished = std::move(error);
}

/// One call after another: the first failure is the failure of all.
void then(Verdict& first, Verdict second) {
  first.takes += second.takes;
  first.error = std::move(second.error);
}

}  // namespace

sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> PodListing::get_pods(const sim::Process& caller,
                                                                                  bool all) {
  Verdict verdict = server_.judge("ListPodSandbox", nullptr);
  if (!verdict.error) then(verdict, server_.judge("ListContainers", nullptr));
  if (server_.is_hung()) verdict.takes += timing::behind_version;
  return server_.answer<std::vector<runtime::RunningPod>>(
      caller, nullptr, verdict, [this, all](CallRecord* /*record*/) { return list_all(inventory_, all); });
}

sim::Task<runtime::Result<runtime::RunningPod>> PodListing::get_pod(const sim::Process& caller, memory::Text pod_uid) {
  const PodEntry* asked = inventory_.find(pod_uid);
  Verdict verdict = server_.judge("ListPodSandbox", asked);
  if (!verdict.error) then(verdict, server_.judge("ListContainers", asked));
  return server_.answer<runtime::RunningPod>(
      caller, nullptr, verdict, [this, pod_uid = std::move(pod_uid)](CallRecord* /*record*/) {
        const PodEntry* pod = inventory_.find(pod_uid);
        return pod == nullptr ? runtime::RunningPod{pod_uid, {}, {}, {}, {}} : list(*pod, true);
      });
}

PodListing::Inspection PodListing::inspect(const memory::Text& uid) {
  Inspection inspection;
  Verdict& verdict = inspection.verdict;
  if (server_.is_down()) {
    verdict = server_.judge("PodSandboxStatus", nullptr);
    return inspection;
  }
  const PodEntry* pod = server_.has_faults() ? inventory_.find(uid) : nullptr;
  if (pod == nullptr) return inspection;
  const auto add = [&](const memory::Text& id, Verdict status) {
    // A pod whose containers are created again and again would grow at one instant, and each inspection with it.
    process_.scheduler().count_within_event();
    then(verdict, std::move(status));
    if (!verdict.error || !says_not_found(*verdict.error)) return;
    inspection.vanished_ids.push_back(id);
    if (!inspection.vanished)
      inspection.vanished = std::make_shared<const runtime::Error>(runtime::Error{*verdict.error, true});
    verdict.error.reset();
  };
  for (auto sandbox = pod->sandboxes.rbegin(); sandbox != pod->sandboxes.rend() && !verdict.error; ++sandbox) {
    add(sandbox->id, server_.judge("PodSandboxStatus", pod));
  }
  for (auto container = pod->containers.rbegin(); container != pod->containers.rend() && !verdict.error; ++container) {
    add((*container)->id, server_.judge("ContainerStatus", pod, *(*container)->name));
  }
  std::ranges::sort(inspection.vanished_ids);
  return inspection;
}

sim::Task<runtime::Result<runtime::PodStatusPtr>> PodListing::get_pod_status(const sim::Process& caller,
                                                                             memory::Text pod_uid) {
  Inspection inspection = inspect(pod_uid);
  const Verdict verdict = std::move(inspection.verdict);
  return server_.answer<runtime::PodStatusPtr>(
      caller, nullptr, verdict,
      [this, pod_uid = std::move(pod_uid), inspection = std::move(inspection)](CallRecord* /*record*/) {
        auto status = observe(pod_uid, inventory_.find(pod_uid), process_.now());
        if (inspection.vanished) leave_out(*status, inspection.vanished_ids, inspection.vanished);
        return runtime::PodStatusPtr{std::move(status)};
      });
}

std::optional<std::vector<runtime::RunningPod>> PodListing::pods_changed_since(std::uint64_t version) const {
  const std::optional<ChangeLog::Changes> changes = inventory_.changes_since(version);
  if (!changes) return std::nullopt;
  std::vector<runtime::RunningPod> pods;
  pods.reserve(changes->pods.size() + changes->gone.size());
  for (const PodEntry* pod : changes->pods) pods.push_back(list(*pod, true));
  for (const memory::Text& uid : changes->gone) pods.push_back({uid, {}, {}, {}, {}});
  if (!changes->gone.empty()) std::ranges::sort(pods, {}, &runtime::RunningPod::uid);
  return pods;
}

}  // namespace podreel::runtime_fake

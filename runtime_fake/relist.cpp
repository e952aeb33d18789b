// What the runtime has, as a kubelet lists it.
#include <algorithm>
#include <utility>

#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"
#include "runtime_fake/fake_runtime.hpp"

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

runtime::PodStatusPtr observe(const memory::Text& uid, const PodEntry* pod, sim::Time now) {
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

/// One call after another: the first failure is the failure of all.
void then(Verdict& first, Verdict second) {
  first.takes += second.takes;
  first.error = std::move(second.error);
}

}  // namespace

sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> FakeRuntime::get_pods(const sim::Process& caller,
                                                                                   bool all) {
  Verdict verdict = judge("ListPodSandbox", nullptr);
  if (!verdict.error) then(verdict, judge("ListContainers", nullptr));
  if (is_hung()) verdict.takes += timing::behind_version;
  return answer<std::vector<runtime::RunningPod>>(caller, nullptr, verdict, request_timeout_,
                                                  [this, all](CallRecord* /*record*/) {
                                                    std::vector<runtime::RunningPod> pods;
                                                    for (const auto& [uid, pod] : inventory_.pods()) {
                                                      runtime::RunningPod listed = list(pod, all);
                                                      if (!has_nothing(listed)) pods.push_back(std::move(listed));
                                                    }
                                                    return pods;
                                                  });
}

sim::Task<runtime::Result<runtime::RunningPod>> FakeRuntime::get_pod(const sim::Process& caller, memory::Text pod_uid) {
  const PodEntry* asked = inventory_.find(pod_uid);
  Verdict verdict = judge("ListPodSandbox", asked);
  if (!verdict.error) then(verdict, judge("ListContainers", asked));
  return answer<runtime::RunningPod>(
      caller, nullptr, verdict, request_timeout_, [this, pod_uid = std::move(pod_uid)](CallRecord* /*record*/) {
        const PodEntry* pod = inventory_.find(pod_uid);
        return pod == nullptr ? runtime::RunningPod{pod_uid, {}, {}, {}, {}} : list(*pod, true);
      });
}

Verdict FakeRuntime::judge_pod_status(const memory::Text& uid) {
  Verdict verdict;
  if (is_down()) return judge("PodSandboxStatus", nullptr);
  const PodEntry* pod = script_.calls.empty() ? nullptr : inventory_.find(uid);
  if (pod == nullptr) return verdict;
  for (std::size_t left = pod->sandboxes.size(); left > 0 && !verdict.error; --left) {
    then(verdict, judge("PodSandboxStatus", pod));
  }
  for (auto container = pod->containers.rbegin(); container != pod->containers.rend() && !verdict.error; ++container) {
    then(verdict, judge("ContainerStatus", pod, *(*container)->name));
  }
  return verdict;
}

sim::Task<runtime::Result<runtime::PodStatusPtr>> FakeRuntime::get_pod_status(const sim::Process& caller,
                                                                              memory::Text pod_uid) {
  const Verdict verdict = judge_pod_status(pod_uid);
  return answer<runtime::PodStatusPtr>(caller, nullptr, verdict, request_timeout_,
                                       [this, pod_uid = std::move(pod_uid)](CallRecord* /*record*/) {
                                         return observe(pod_uid, inventory_.find(pod_uid), process_.now());
                                       });
}

std::optional<std::vector<runtime::RunningPod>> FakeRuntime::pods_changed_since(std::uint64_t version) const {
  const std::optional<Inventory::Changes> changes = inventory_.changes_since(version);
  if (!changes) return std::nullopt;
  std::vector<runtime::RunningPod> pods;
  pods.reserve(changes->pods.size() + changes->gone.size());
  for (const PodEntry* pod : changes->pods) pods.push_back(list(*pod, true));
  for (const memory::Text& uid : changes->gone) pods.push_back({uid, {}, {}, {}, {}});
  if (!changes->gone.empty()) std::ranges::sort(pods, {}, &runtime::RunningPod::uid);
  return pods;
}

sim::Task<runtime::Result<>> FakeRuntime::ask(const sim::Process& caller, std::string_view call,
                                              const memory::Text& pod_uid, std::string_view container) {
  const Verdict verdict = judge(call, inventory_.find(pod_uid), container);
  return answer<void>(caller, nullptr, verdict, request_timeout_, succeeds);
}

sim::Task<runtime::Result<>> FakeRuntime::version(const sim::Process& caller) {
  const Verdict verdict = judge("Version", nullptr);
  return answer<void>(caller, nullptr, verdict, request_timeout_, succeeds);
}

sim::Task<runtime::Result<runtime::RuntimeStatus>> FakeRuntime::status(const sim::Process& caller) {
  Verdict verdict = judge("Status", nullptr);
  if (is_hung()) verdict.takes += timing::behind_version;
  return answer<runtime::RuntimeStatus>(caller, nullptr, verdict, request_timeout_,
                                        [this](CallRecord* /*record*/) { return status_; });
}

}  // namespace podreel::runtime_fake

#include "tests/support/listed_runtime.hpp"

#include <chrono>
#include <fmt/format.h>
#include <memory>

namespace podreel::testing {

namespace {

const runtime::Error broken{"broken"};

bool is_listed(const runtime::RunningPod& pod) {
  return !pod.containers.empty();
}

}  // namespace

void ListedRuntime::set(const memory::Text& uid, runtime::ContainerState state, bool reports) {
  runtime::RunningPod pod{.uid = uid, .name = uid, .namespace_name = "default"};
  pod.containers.push_back({std::string{uid} + "-0", "app", uid, state});
  pods_[uid] = {std::move(pod), ++version_};
  if (reports) report();
}

void ListedRuntime::remove(const memory::Text& uid) {
  pods_[uid] = {{.uid = uid}, ++version_};
  report();
}

void ListedRuntime::report() const {
  for (const ChangeListener& listener : listeners_) listener({});
}

sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> ListedRuntime::get_pods(const sim::Process& caller,
                                                                                     bool /*all*/) {
  note(caller, "list");
  const bool fails = lists_fail;
  std::vector<runtime::RunningPod> listed;
  for (const auto& [uid, known] : pods_) {
    if (is_listed(known.pod)) listed.push_back(known.pod);
  }
  if (list_takes > sim::Duration{}) co_await sim::sleep_for(caller, list_takes);
  if (fails) co_return broken;
  co_return listed;
}

sim::Task<runtime::Result<runtime::RunningPod>> ListedRuntime::get_pod(const sim::Process& caller,
                                                                       memory::Text pod_uid) {
  note(caller, fmt::format("look at {}", pod_uid));
  const bool fails = looks_fail;
  const auto found = pods_.find(pod_uid);
  runtime::RunningPod seen = found == pods_.end() ? runtime::RunningPod{.uid = pod_uid} : found->second.pod;
  if (look_takes > sim::Duration{}) co_await sim::sleep_for(caller, look_takes);
  if (fails) co_return broken;
  co_return seen;
}

sim::Task<runtime::Result<runtime::PodStatusPtr>> ListedRuntime::get_pod_status(const sim::Process& caller,
                                                                                memory::Text pod_uid) {
  note(caller, fmt::format("status of {}", pod_uid));
  const bool fails = statuses_fail;
  auto status = std::make_shared<runtime::PodStatus>();
  status->uid = pod_uid;
  status->ips = ips;
  runtime::SandboxStatus& sandbox = status->sandboxes.emplace_back();
  sandbox.id = "sandbox";
  sandbox.state = sandboxes;
  const auto found = pods_.find(pod_uid);
  if (found != pods_.end()) {
    const runtime::RunningPod& pod = found->second.pod;
    status->name = pod.name;
    status->namespace_name = pod.namespace_name;
    for (const runtime::ContainerSummary& container : pod.containers) {
      runtime::ContainerStatus& instance = status->containers.emplace_back();
      instance.id = container.id;
      instance.name = container.name;
      instance.state = container.state;
    }
  }
  if (status_takes > sim::Duration{}) co_await sim::sleep_for(caller, status_takes);
  if (fails) co_return broken;
  co_return runtime::PodStatusPtr{std::move(status)};
}

sim::Task<runtime::Result<runtime::RuntimeStatus>> ListedRuntime::status(const sim::Process& caller) {
  note(caller, "status of the runtime");
  if (says_nothing) co_return broken;
  co_return says;
}

std::optional<std::vector<runtime::RunningPod>> ListedRuntime::pods_changed_since(std::uint64_t version) const {
  if (!knows_changes) return std::nullopt;
  std::vector<runtime::RunningPod> changed;
  for (const auto& [uid, known] : pods_) {
    if (known.version > version) changed.push_back(known.pod);
  }
  return changed;
}

void ListedRuntime::note(const sim::Process& caller, std::string what) {
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(caller.now() - began_);
  looks.push_back(fmt::format("{} at {}", what, elapsed.count()));
}

}  // namespace podreel::testing

#include "engine/sync/resize.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>

#include "engine/release/behaviour/resizing.hpp"
#include "engine/sync/actuated_resources.hpp"
#include "engine/sync/memory_decrease.hpp"
#include "engine/sync/pod_cgroups.hpp"

namespace podreel::sync {

namespace {

using api::ResourceAmounts;
using decide::ContainerToResize;

/// A kubelet reads it where the kernel has "max" in place of a number: all bits of it are set.
constexpr std::int64_t unlimited = -1;

/// Resources that are resized together.
struct Resource {
  std::int64_t ResourceAmounts::*request;
  std::int64_t ResourceAmounts::*limit;
};

constexpr Resource memory{&ResourceAmounts::memory_request, &ResourceAmounts::memory_limit};
constexpr Resource cpu{&ResourceAmounts::cpu_request, &ResourceAmounts::cpu_limit};

/// By how much it grows: its limit or, if that stays, its request.
std::int64_t growth(const ContainerToResize& resize, const Resource& of) {
  const std::int64_t limit = resize.desired.*of.limit - resize.current.*of.limit;
  return limit != 0 ? limit : resize.desired.*of.request - resize.current.*of.request;
}

/// Those that change, as upstream orders them: each that shrinks goes before all found so far, each that grows behind.
std::vector<ContainerToResize*> in_order(std::vector<ContainerToResize>& all, const Resource& by_resource) {
  std::vector<ContainerToResize*> ordered;
  for (ContainerToResize& resize : all) {
    const std::int64_t by = growth(resize, by_resource);
    if (by > 0) ordered.push_back(&resize);
    if (by < 0) ordered.insert(ordered.begin(), &resize);
  }
  return ordered;
}

/// Returns whether a runtime of that answer does not have the call UpdatePodSandboxResources at all.
bool is_unimplemented(std::string_view error) {
  const bool is_unknown = error.find("code = Unknown desc") != std::string_view::npos;
  return error.find("code = Unimplemented") != std::string_view::npos ||
         (is_unknown && error.find("not implemented") != std::string_view::npos);
}

class Resizer {
 public:
  Resizer(SyncContext& context, PodResize resize)
      : context_{context},
        resize_{std::move(resize)},
        had_{context_.cgroups == nullptr ? PodCgroup{}
                                         : context_.cgroups->read(uid(), context_.behaviour).value_or(PodCgroup{})},
        announced_{had_},
        wanted_{cgroup_for(*resize_.pod->spec, context_.behaviour)} {}

  sim::Task<std::optional<std::string>> run() {
    const std::vector<ContainerToResize*> of_memory = in_order(resize_.containers, memory);
    const std::vector<ContainerToResize*> of_cpu = in_order(resize_.containers, cpu);
    const bool resizes_memory = !of_memory.empty() || resize_.resizes_pod;
    const bool resizes_cpu = !of_cpu.empty() || resize_.resizes_pod;
    // From 1.34 on the memory in use is checked before anything else.
    const bool checks_first = context_.behaviour.has(release::memory_decrease_looks_at_containers);
    if (!checks_first) watch();
    if (resizes_memory) {
      std::optional<std::string> problem = find_memory_obstacle();
      if (problem) co_return problem;
    }
    if (checks_first) watch();
    if (resizes_memory) {
      std::optional<std::string> error = co_await resize_memory(of_memory);
      if (error) co_return error;
    }
    if (!resizes_cpu) co_return std::nullopt;
    if (needs_limits() && !wanted_.cpu_quota) co_return "podResources.CPUQuota or podResources.CPUShares is nil";
    std::optional<std::string> error = co_await resize_cpu(of_cpu);
    co_return error;
  }

 private:
  [[nodiscard]] const memory::Text& uid() const { return resize_.pod->metadata.uid; }

  [[nodiscard]] bool needs_limits() const { return context_.behaviour.has(release::resize_needs_pod_limits); }

  void watch() {
    if (context_.behaviour.has(release::resize_is_reinspected)) context_.helper.set_pod_watch_condition(uid());
  }

  [[nodiscard]] std::optional<std::string> find_memory_obstacle() const {
    if (needs_limits() && !wanted_.memory) return "podResources.Memory is nil";
    const MemoryDecrease decrease{had_.memory.value_or(unlimited), wanted_.memory, resize_.containers};
    return decrease.problem(*resize_.pod, context_.runtime.memory_usage(uid()), context_.behaviour);
  }

  /// A limit that is not wanted any more stays.
  sim::Task<std::optional<std::string>> resize_memory(std::vector<ContainerToResize*> containers) {
    const std::int64_t had = had_.memory.value_or(unlimited);
    const std::int64_t wanted = wanted_.memory.value_or(had);
    std::optional<std::string> error;
    if (wanted > had) error = co_await set_memory(wanted);
    if (!error) error = co_await give_each(std::move(containers), memory);
    if (!error && wanted < had) error = co_await set_memory(wanted);
    co_return error;
  }

  /// Limits grow before requests and shrink after them, so that no request is ever greater than its limit.
  sim::Task<std::optional<std::string>> resize_cpu(std::vector<ContainerToResize*> containers) {
    const std::int64_t had = had_.cpu_quota.value_or(unlimited);
    const std::int64_t wanted = wanted_.cpu_quota.value_or(had);
    std::optional<std::string> error;
    if (wanted > had) error = co_await set_quota(wanted);
    if (!error && wanted_.cpu_shares > had_.cpu_shares) error = co_await set_shares();
    if (!error) error = co_await give_each(std::move(containers), cpu);
    if (!error && wanted_.cpu_shares < had_.cpu_shares) error = co_await set_shares();
    if (!error && wanted < had) error = co_await set_quota(wanted);
    co_return error;
  }

  sim::Task<std::optional<std::string>> give_each(std::vector<ContainerToResize*> containers, Resource resource) {
    for (ContainerToResize* resize : containers) {
      ResourceAmounts amounts = resize->current;
      amounts.*resource.request = resize->desired.*resource.request;
      amounts.*resource.limit = resize->desired.*resource.limit;
      std::optional<std::string> error = co_await give(*resize, amounts);
      if (error) co_return error;
    }
    co_return std::nullopt;
  }

  sim::Task<std::optional<std::string>> give(ContainerToResize& resize, ResourceAmounts amounts) {
    const runtime::Result<> given = co_await context_.runtime.update_container_resources(context_.process, resize.id,
                                                                                         api::linux_resources(amounts));
    if (!given) co_return given.error().message;
    if (context_.behaviour.has(release::resized_container_is_watched)) context_.helper.set_pod_watch_condition(uid());
    const bool init = resize.kind == api::ContainerKind::init;
    const auto& list = init ? resize_.pod->spec->init_containers : resize_.pod->spec->containers;
    if (context_.actuated != nullptr) context_.actuated->set(uid(), list[resize.container].name, amounts);
    resize.current = amounts;
    co_return std::nullopt;
  }

  sim::Task<std::optional<std::string>> set_memory(std::int64_t bytes) {
    return change_cgroup([bytes](PodCgroup& cgroup) { cgroup.memory = bytes; }, "memory");
  }
  sim::Task<std::optional<std::string>> set_quota(std::int64_t quota) {
    return change_cgroup([quota](PodCgroup& cgroup) { cgroup.cpu_quota = quota; }, "cpu");
  }
  sim::Task<std::optional<std::string>> set_shares() {
    return change_cgroup([shares = wanted_.cpu_shares](PodCgroup& cgroup) { cgroup.cpu_shares = shares; }, "cpu");
  }
  /// Notifies the runtime, which can reject the change from 1.36 on. It gets all that the kubelet has read of the
  /// control group, with the change.
  template <class Change>
  sim::Task<std::optional<std::string>> change_cgroup(Change change, std::string_view resource) {
    const bool asks_first = context_.behaviour.has(release::sandbox_can_reject_resize);
    if (!asks_first) set_cgroup(change);
    if (context_.behaviour.has(release::pod_sandbox_resources_updated)) {
      PodCgroup changed = announced_;
      change(changed);
      const runtime::Result<> notified = co_await context_.runtime.update_pod_sandbox_resources(
          context_.process, resize_.sandbox_id, linux_resources(changed));
      const bool is_rejected = !notified && !is_unimplemented(notified.error().message);
      if (asks_first && is_rejected) co_return rejection(resource, notified.error().message);
      announced_ = changed;
    }
    if (asks_first) set_cgroup(change);
    co_return std::nullopt;
  }
  template <class Change>
  void set_cgroup(const Change& change) {
    if (context_.cgroups == nullptr) return;
    PodCgroup cgroup = context_.cgroups->find(uid()).value_or(PodCgroup{});
    change(cgroup);
    context_.cgroups->set(uid(), cgroup);
  }
  [[nodiscard]] std::string rejection(std::string_view resource, std::string_view error) const {
    return fmt::format(
        "failed to notify runtime for UpdatePodSandboxResources (resource={}); resize rejected: "
        "updatePodSandboxResources failed for sanboxID \"{}\": {}",
        resource, resize_.sandbox_id, error);
  }

  SyncContext& context_;
  PodResize resize_;
  /// The pod's control group, as the kubelet has read it, and as it has announced it to the runtime since.
  PodCgroup had_;
  PodCgroup announced_;
  PodCgroup wanted_;
};

}  // namespace

sim::Task<std::optional<SyncFailure>> resize_pod(SyncContext& context, PodResize resize) {
  Resizer resizer{context, std::move(resize)};
  std::optional<std::string> error = co_await resizer.run();
  if (!error) co_return std::nullopt;
  co_return SyncFailure{std::string{reason::resize_pod_in_place_error}, *std::move(error)};
}

}  // namespace podreel::sync

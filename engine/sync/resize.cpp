#include "engine/sync/resize.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "engine/release/behaviour/resizing.hpp"
#include "engine/sync/actuated_resources.hpp"
#include "engine/sync/memory_decrease.hpp"
#include "engine/sync/pod_cgroups.hpp"

namespace podreel::sync {

namespace {

using api::ResourceAmounts;
using decide::ContainerToResize;

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

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

class Resizer {
 public:
  Resizer(SyncContext& context, PodResize resize)
      : context_{context},
        resize_{std::move(resize)},
        had_{context_.cgroups == nullptr ? PodCgroup{} : context_.cgroups->find(uid()).value_or(PodCgroup{})},
        has_{had_},
        wanted_{cgroup_for(*resize_.pod->spec, context_.behaviour)} {}

  sim::Task<std::optional<std::string>> run() {
    const std::vector<ContainerToResize*> of_memory = in_order(resize_.containers, memory);
    const std::vector<ContainerToResize*> of_cpu = in_order(resize_.containers, cpu);
    if (!of_memory.empty() || resize_.resizes_pod) {
      std::optional<std::string> problem = find_memory_decrease_obstacle();
      if (problem) co_return problem;
    }
    context_.helper.set_pod_watch_condition(uid());
    if (!of_memory.empty() || resize_.resizes_pod) {
      std::optional<std::string> error = co_await resize_memory(of_memory);
      if (error) co_return error;
    }
    if (of_cpu.empty() && !resize_.resizes_pod) co_return std::nullopt;
    std::optional<std::string> error = co_await resize_cpu(of_cpu);
    co_return error;
  }

 private:
  [[nodiscard]] const memory::Text& uid() const { return resize_.pod->metadata.uid; }

  [[nodiscard]] std::optional<std::string> find_memory_decrease_obstacle() const {
    const MemoryDecrease decrease{had_.memory, wanted_.memory, resize_.containers};
    return decrease.problem(*resize_.pod, context_.runtime.memory_usage(uid()), context_.behaviour);
  }

  /// A limit that is not wanted any more stays.
  sim::Task<std::optional<std::string>> resize_memory(std::vector<ContainerToResize*> containers) {
    const std::int64_t had = had_.memory.value_or(unlimited);
    const std::int64_t wanted = wanted_.memory.value_or(had);
    if (wanted > had) co_await set_memory(wanted);
    std::optional<std::string> error = co_await give_each(std::move(containers), memory);
    if (error) co_return error;
    if (wanted < had) co_await set_memory(wanted);
    co_return std::nullopt;
  }

  /// Limits grow before requests and shrink after them, so that no request is ever greater than its limit.
  sim::Task<std::optional<std::string>> resize_cpu(std::vector<ContainerToResize*> containers) {
    const std::int64_t had = had_.cpu_quota.value_or(-1);
    const std::int64_t wanted = wanted_.cpu_quota.value_or(had);
    if (wanted > had) co_await set_quota(wanted);
    if (wanted_.cpu_shares > had_.cpu_shares) co_await set_shares();
    std::optional<std::string> error = co_await give_each(std::move(containers), cpu);
    if (error) co_return error;
    if (wanted_.cpu_shares < had_.cpu_shares) co_await set_shares();
    if (wanted < had) co_await set_quota(wanted);
    co_return std::nullopt;
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
    const bool init = resize.kind == api::ContainerKind::init;
    const auto& list = init ? resize_.pod->spec->init_containers : resize_.pod->spec->containers;
    if (context_.actuated != nullptr) context_.actuated->set(uid(), list[resize.container].name, amounts);
    resize.current = amounts;
    co_return std::nullopt;
  }

  sim::Task<> set_memory(std::int64_t bytes) {
    has_.memory = bytes;
    return change_cgroup();
  }
  sim::Task<> set_quota(std::int64_t quota) {
    has_.cpu_quota = quota;
    return change_cgroup();
  }
  sim::Task<> set_shares() {
    has_.cpu_shares = wanted_.cpu_shares;
    return change_cgroup();
  }
  /// Asks the runtime, whose failure is ignored.
  sim::Task<> change_cgroup() {
    if (context_.cgroups != nullptr) context_.cgroups->set(uid(), has_);
    if (!context_.behaviour.has(release::pod_sandbox_resources_updated)) co_return;
    co_await context_.runtime.update_pod_sandbox_resources(context_.process, resize_.sandbox_id, linux_resources(has_));
  }

  SyncContext& context_;
  PodResize resize_;
  /// The pod's control group, as it was and as it is by now.
  PodCgroup had_;
  PodCgroup has_;
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

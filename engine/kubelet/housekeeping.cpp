// What a kubelet does to keep its node in order: pods that nobody wants, and what is left of those that have ended.
#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/kubelet/gc/dead_containers.hpp"
#include "engine/kubelet/kubelet.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

namespace {

constexpr std::size_t dead_containers_kept = 1;

}  // namespace

sim::Task<> Kubelet::handle_pod_cleanups() {
  if (!sources_seen_.all()) co_return;
  const std::vector<std::string> desired = pods_.uids();
  const std::vector<std::string> active = termination_->with_work(desired);
  const std::vector<std::string> working = termination_->forget_workers(active);
  if (behaviour_.pod_workers_have_stages) restart_terminated(desired);
  prober_.clean_up_pods(active);
  statuses_.remove_orphaned_statuses(desired);
  lifecycle_.forget_all_but(working);
  lost_.clear();
  std::ranges::set_difference(working, desired, std::inserter(lost_, lost_.end()));
  co_await termination_->kill_unwanted();
  forget_mirror_pods();
  if (termination_->is_watching() || !surroundings_.changes.relist_is_instant()) loop_.want_housekeeping();
}

void Kubelet::restart_terminated(const std::vector<std::string>& desired) {
  for (const std::string& uid : desired) {
    const api::PodPtr pod = pods_.find(uid);
    if (!pod->is_static() || workers_.is_known(uid)) continue;
    workers_.update_pod({.type = UpdateType::create, .pod = pod});
  }
}

void Kubelet::forget_mirror_pods() {
  api_.delete_orphans([this](std::string_view name) {
    return behaviour_.static_pods_wait_for_their_name && workers_.is_terminating(name);
  });
}

void Kubelet::clean_up_containers(const api::Text& uid, std::string_view exited_container) {
  const runtime::PodStatusPtr status = cache_.get(uid).status;
  const bool all = termination_->dead_containers_can_go(uid);
  std::string name;
  if (!all) {
    const auto exited = std::ranges::find(status->containers, exited_container, &runtime::ContainerStatus::id);
    if (exited == status->containers.end()) return;
    name = exited->name;
  }
  std::vector<api::Text> ids = dead_containers(*status, name, all ? 0 : dead_containers_kept);
  if (!ids.empty()) sim::spawn(process_, remove_containers(std::move(ids)));
}

sim::Task<> Kubelet::remove_containers(std::vector<api::Text> ids) {
  for (const api::Text& id : ids) co_await surroundings_.runtime.remove_container(process_, id);
}

void Kubelet::want_container_gc() {
  if (std::exchange(gc_scheduled_, true)) return;
  process_.at(tickers_.container_gc.after(process_.now()), [this] { sim::spawn(process_, collect_garbage()); });
}

sim::Task<> Kubelet::collect_garbage() {
  gc_scheduled_ = false;
  co_await container_gc_.collect();
  if (surroundings_.changes.is_silent()) want_container_gc();
}

void Kubelet::want_image_gc() {
  if (!image_gc_.is_needed() || std::exchange(image_gc_scheduled_, true)) return;
  process_.at(tickers_.image_gc.after(process_.now()), [this] { sim::spawn(process_, collect_images()); });
}

sim::Task<> Kubelet::collect_images() {
  image_gc_scheduled_ = false;
  const bool is_awaited = co_await image_gc_.collect(tickers_.image_gc.period);
  if (is_awaited || surroundings_.changes.is_silent()) want_image_gc();
}

}  // namespace podreel::kubelet

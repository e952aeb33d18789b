// When a kubelet collects garbage.
#include <algorithm>
#include <utility>

#include "engine/kubelet/gc/dead_containers.hpp"
#include "engine/kubelet/kubelet.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

namespace {

constexpr std::size_t dead_containers_kept = 1;

}  // namespace

void Kubelet::clean_up_containers(const memory::Text& uid, std::string_view exited_container) {
  const runtime::PodStatusPtr status = cache_.get(uid).status;
  const bool all = termination_->dead_containers_can_go(uid);
  std::string name;
  if (!all) {
    const auto exited = std::ranges::find(status->containers, exited_container, &runtime::ContainerStatus::id);
    if (exited == status->containers.end()) return;
    name = exited->name;
  }
  std::vector<memory::Text> ids = dead_containers(*status, Dead::exited, name, all ? 0 : dead_containers_kept);
  if (!ids.empty()) sim::spawn(process_, remove_containers(status, std::move(ids)));
}

sim::Task<> Kubelet::remove_containers(runtime::PodStatusPtr status, std::vector<memory::Text> ids) {
  const bool is_done = co_await container_gc_.remove(std::move(status), std::move(ids));
  if (!is_done) want_container_gc();
}

void Kubelet::clean_up_sandboxes(const memory::Text& uid) {
  sim::spawn(process_, remove_sandboxes(cache_.get(uid).status, termination_->should_content_be_removed(uid)));
}

sim::Task<> Kubelet::remove_sandboxes(runtime::PodStatusPtr status, bool all) {
  const bool is_done = co_await container_gc_.remove_sandboxes(std::move(status), {}, all);
  if (!is_done) want_container_gc();
}

void Kubelet::want_container_gc() {
  if (std::exchange(gc_scheduled_, true)) return;
  process_.at(tickers_.container_gc.after(process_.now()), [this] {
    gc_scheduled_ = false;
    sim::spawn(process_, collect_garbage());
  });
}

sim::Task<> Kubelet::collect_garbage() {
  if (std::exchange(is_collecting_, true)) co_return want_container_gc();
  const bool is_done = co_await container_gc_.collect([](const memory::Text&) { return false; });
  is_collecting_ = false;
  if (!is_done || surroundings_.changes.is_silent()) want_container_gc();
}

void Kubelet::relieve_disk_pressure() {
  if (!process_.alive()) return;
  surroundings_.recorder.record(
      "", trace::Node{.what = "Eviction manager: attempting to reclaim", .message = "ephemeral-storage"});
  sim::spawn(process_, delete_unused_containers());
}

sim::Task<> Kubelet::delete_unused_containers() {
  const bool is_done =
      co_await container_gc_.collect([this](const memory::Text& uid) { return gives_all_dead_containers(uid); });
  if (!is_done) want_container_gc();
}

bool Kubelet::gives_all_dead_containers(const memory::Text& uid) const {
  if (!behaviour_.disk_pressure_spares_live_pods) return true;
  return behaviour_.pod_workers_have_stages ? !termination_->could_have_running_containers(uid)
                                            : termination_->is_termination_requested(uid);
}

bool Kubelet::is_cleaned_up(const api::Pod& pod) const {
  const api::PodStatus* status = statuses_.status_of(pod.metadata.uid);
  return termination_->resources_are_reclaimed(pod, status == nullptr ? pod.status : *status);
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

#include "engine/kubelet/gc/garbage_collection.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/gc/dead_containers.hpp"
#include "engine/release/behaviour/looping.hpp"

namespace podreel::kubelet {

namespace {

constexpr std::size_t num_dead_containers_kept = 1;

}  // namespace

GarbageCollection::GarbageCollection(const Dependencies& dependencies)
    : deps_{dependencies},
      container_gc_{deps_, deps_.termination, deps_.logs, deps_.sources},
      image_gc_{deps_, deps_.image_policy, deps_.pull_records, deps_.kubelet_started_at} {}

void GarbageCollection::start() {
  schedule_container_gc();
  if (image_gc_.is_needed() || deps_.runtime.node_usage()) sim::spawn(deps_.process, image_gc_.look_around());
  schedule_image_gc();
}

void GarbageCollection::schedule_container_gc() {
  if (std::exchange(container_gc_scheduled_, true)) return;
  deps_.process.at(deps_.tickers.container_gc.after(deps_.process.now()), [this] {
    PODREEL_INVARIANT(container_gc_scheduled_,
                      "a scheduled container garbage collection stays scheduled until its tick");
    container_gc_scheduled_ = false;
    sim::spawn(deps_.process, collect_containers());
  });
}

sim::Task<> GarbageCollection::collect_containers() {
  if (std::exchange(is_collecting_containers_, true)) co_return schedule_container_gc();
  const bool is_done = co_await container_gc_.collect([](const memory::Text&) { return false; });
  PODREEL_INVARIANT(is_collecting_containers_, "one container garbage collection follows another");
  is_collecting_containers_ = false;
  if (!is_done || deps_.changes.is_silent()) schedule_container_gc();
}

void GarbageCollection::delete_containers_in_pod(const memory::Text& uid, std::string_view exited_container) {
  const runtime::PodStatusPtr status = deps_.cache.get(uid).status;
  const bool all = deps_.termination.can_remove_dead_containers(uid);
  std::string name;
  if (!all) {
    const auto exited = std::ranges::find(status->containers, exited_container, &runtime::ContainerStatus::id);
    if (exited == status->containers.end()) return;
    name = exited->name;
  }
  std::vector<memory::Text> ids = dead_containers(*status, Dead::exited, name, all ? 0 : num_dead_containers_kept);
  if (!ids.empty()) sim::spawn(deps_.process, remove_containers(status, std::move(ids)));
}

sim::Task<> GarbageCollection::remove_containers(runtime::PodStatusPtr status, std::vector<memory::Text> ids) {
  const bool is_done = co_await container_gc_.remove(std::move(status), std::move(ids));
  if (!is_done) schedule_container_gc();
}

void GarbageCollection::delete_sandboxes_in_pod(const memory::Text& uid) {
  sim::spawn(deps_.process,
             remove_sandboxes(deps_.cache.get(uid).status, deps_.termination.should_content_be_removed(uid)));
}

sim::Task<> GarbageCollection::remove_sandboxes(runtime::PodStatusPtr status, bool all) {
  const bool is_done = co_await container_gc_.remove_sandboxes(std::move(status), {}, all);
  if (!is_done) schedule_container_gc();
}

sim::Task<> GarbageCollection::delete_unused_containers() {
  const bool is_done =
      co_await container_gc_.collect([this](const memory::Text& uid) { return gives_all_dead_containers(uid); });
  if (!is_done) schedule_container_gc();
}

bool GarbageCollection::gives_all_dead_containers(const memory::Text& uid) const {
  if (!deps_.behaviour.has(release::disk_pressure_spares_live_pods)) return true;
  return deps_.behaviour.has(release::pod_workers_have_stages) ? !deps_.termination.could_have_running_containers(uid)
                                                               : deps_.termination.is_termination_requested(uid);
}

void GarbageCollection::schedule_image_gc() {
  if (!image_gc_.is_needed() || std::exchange(image_gc_scheduled_, true)) return;
  deps_.process.at(deps_.tickers.image_gc.after(deps_.process.now()),
                   [this] { sim::spawn(deps_.process, collect_images()); });
}

sim::Task<> GarbageCollection::collect_images() {
  PODREEL_INVARIANT(image_gc_scheduled_, "images are collected when that was scheduled");
  image_gc_scheduled_ = false;
  const bool is_awaited = co_await image_gc_.collect(deps_.tickers.image_gc.period);
  if (is_awaited || deps_.changes.is_silent()) schedule_image_gc();
}

}  // namespace podreel::kubelet

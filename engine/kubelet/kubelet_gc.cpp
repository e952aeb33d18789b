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

void Kubelet::clean_up_containers(const api::Text& uid, std::string_view exited_container) {
  const runtime::PodStatusPtr status = cache_.get(uid).status;
  const bool all = termination_->dead_containers_can_go(uid);
  std::string name;
  if (!all) {
    const auto exited = std::ranges::find(status->containers, exited_container, &runtime::ContainerStatus::id);
    if (exited == status->containers.end()) return;
    name = exited->name;
  }
  std::vector<api::Text> ids = dead_containers(*status, Dead::exited, name, all ? 0 : dead_containers_kept);
  if (!ids.empty()) sim::spawn(process_, remove_containers(status, std::move(ids)));
}

sim::Task<> Kubelet::remove_containers(runtime::PodStatusPtr status, std::vector<api::Text> ids) {
  const bool is_done = co_await container_gc_.remove(std::move(status), std::move(ids));
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
  const bool is_done = co_await container_gc_.collect();
  is_collecting_ = false;
  if (!is_done || surroundings_.changes.is_silent()) want_container_gc();
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

// A simulated node goes down, and boots.
#include <utility>

#include "engine/timing/table.hpp"
#include "scenarios/simulation/node.hpp"
#include "scenarios/simulation/node_description.hpp"

namespace podreel::simulation {

void Node::reboot(sim::Duration down_for) {
  go_down("killed", down_for);
}

void Node::shut_down(std::optional<sim::Duration> down_for, std::optional<sim::Duration> inhibit_delay_max) {
  shutdown_ = Shutdown{.down_for = down_for};
  const auto release = [this] { release_shutdown(); };
  if (kubelet_runs() && kubelets_.back()->begin_node_shutdown(inhibit_delay_max, release)) return;
  recorder_.record("", trace::Node{.what = "Node shutdown", .message = "nobody delays it"});
  release_shutdown();
}

void Node::release_shutdown() {
  if (!shutdown_ || std::exchange(shutdown_->is_released, true)) return;
  world_.after(timing::power_off, [this] { go_down("terminated", shutdown_->down_for); });
}

void Node::go_down(std::string_view signal, std::optional<sim::Duration> down_for) {
  if (kubelet_runs()) stop_kubelet(signal);
  shutdown_.reset();
  runtime_.go_down();
  is_down_ = true;
  if (!down_for) return;
  is_booting_ = true;
  world_.after(*down_for, [this] { start_after_boot(); });
}

void Node::start_after_boot() {
  is_down_ = false;
  is_booting_ = false;
  description_.boot_id = boot_id_after(description_.boot_id);
  files_.cgroups.destroy_all();
  runtime_.boot();
  start_kubelet();
}

}  // namespace podreel::simulation

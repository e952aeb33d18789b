// The runtime's own process ends and starts again.
#include <algorithm>
#include <utility>

#include "runtime_fake/fake_runtime.hpp"

namespace podreel::runtime_fake {

namespace {

constexpr const char* connection_lost = "rpc error: code = Unavailable desc = error reading from server: EOF";

bool is_over(const std::weak_ptr<Call>& call) {
  const std::shared_ptr<Call> known = call.lock();
  return !known || known->is_over();
}

}  // namespace

void FakeRuntime::remember(const std::shared_ptr<Call>& call) {
  std::erase_if(under_way_, is_over);
  under_way_.push_back(call);
}

bool FakeRuntime::has_calls_under_way() const noexcept {
  return !std::ranges::all_of(under_way_, [](const std::weak_ptr<Call>& call) { return call.expired(); });
}

void FakeRuntime::restart(sim::Duration down_for, bool kills_containers) {
  if (recorder_.wants<trace::World>()) {
    trace::World world{"runtime_stop"};
    world.for_time = down_for;
    recorder_.record({}, std::move(world));
  }
  down_until_ = std::max(down_until_, process_.now() + down_for);
  hung_until_ = std::min(hung_until_, process_.now());
  ++ends_;
  if (kills_containers) {
    for (auto& [uid, pod] : inventory_.pods()) {
      for (Sandbox& sandbox : pod.sandboxes) {
        kill_all_in(pod, sandbox.id, "runtime_stop");
        sandbox.ready = false;
      }
      inventory_.changed(pod);
    }
  }
  for (const std::weak_ptr<Call>& call : std::exchange(under_way_, {})) {
    const std::shared_ptr<Call> known = call.lock();
    if (known && !known->is_abandoned()) known->fail(connection_lost);
  }
  inventory_.changed_for_all();
  process_.at(down_until_, [this] {
    if (is_down()) return;
    if (recorder_.wants<trace::World>()) recorder_.record({}, trace::World{"runtime_start"});
    inventory_.changed_for_all();
  });
}

}  // namespace podreel::runtime_fake

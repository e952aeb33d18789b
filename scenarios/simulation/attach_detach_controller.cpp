#include "scenarios/simulation/attach_detach_controller.hpp"

#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "engine/api/json_member.hpp"
#include "engine/apiserver/volume_names.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/kubelet/volumes/operation_back_off.hpp"
#include "engine/timing/table.hpp"

namespace podreel::simulation {

namespace {

using sync::EventType;
using volumes::Operation;

constexpr const char* attach_detach = "attachdetach-controller";

std::function<bool()> reachability_of(const apiserver::ApiServer& server) {
  return [&server] { return server.is_reachable(); };
}

std::vector<std::string> volumes_of(const api::Pod& pod) {
  std::vector<std::string> names;
  if (!pod.spec->has_volumes || pod.spec->stored == nullptr) return names;
  api::for_each_item(*pod.spec->stored, "volumes",
                     [&names](const nlohmann::json& volume) { names.push_back(api::string_member(volume, "name")); });
  return names;
}

}  // namespace

AttachDetachController::AttachDetachController(const sim::Process& context, timing::Timing& timing,
                                               trace::Recorder& recorder, apiserver::ApiServer& server,
                                               volumes::VolumePlugins& plugins, const release::Behaviour& behaviour)
    : context_{context},
      timing_{timing},
      server_{server},
      plugins_{plugins},
      events_{context,
              timing,
              recorder,
              reachability_of(server),
              {.spam_filter = sync::spam_filter_of(behaviour), .component = attach_detach}} {}

void AttachDetachController::pod_added(const api::PodPtr& pod) {
  for (std::string& volume : volumes_of(*pod)) {
    const bool is_attached_here = plugins_.concerns(Operation::attach, *pod, volume) ||
                                  plugins_.concerns(Operation::detach_elsewhere, *pod, volume);
    if (!is_attached_here) continue;
    std::set<memory::Text>& users = users_[apiserver::attached_name(*pod, volume)];
    users.insert(pod->metadata.uid);
    if (users.size() == 1) sim::spawn(context_, attach(pod, std::move(volume)));
  }
}

void AttachDetachController::pod_removed(const api::Pod& pod) {
  for (auto found = users_.begin(); found != users_.end();) {
    found->second.erase(pod.metadata.uid);
    const auto next = std::next(found);
    if (found->second.empty()) {
      server_.volumes_attached().erase(found->first);
      users_.erase(found);
    }
    found = next;
  }
}

sim::Task<> AttachDetachController::wait_for_others(api::PodPtr pod, std::string volume) {
  const volumes::OperationOutcome detached = plugins_.begin(Operation::detach_elsewhere, *pod, volume);
  if (detached.takes <= sim::Duration{}) co_return;
  events_.record(*pod, "", EventType::warning, sync::event_reason::failed_attach_volume,
                 fmt::format("Multi-Attach error for volume \"{}\" Volume is already exclusively attached to one node "
                             "and can't be attached to another",
                             apiserver::volume_name(*pod, volume)));
  co_await sim::sleep_for(context_, detached.takes);
}

sim::Task<> AttachDetachController::attach(api::PodPtr pod, std::string volume) {
  const std::string attached = apiserver::attached_name(*pod, volume);
  if (server_.volumes_attached().contains(attached)) co_return;
  const std::string name = apiserver::volume_name(*pod, volume);
  co_await sim::sleep_for(context_, timing_.draw(timing::attach_begins, pod->metadata.uid + "/" + volume));
  co_await wait_for_others(pod, volume);
  kubelet::OperationBackOff back_off;
  const kubelet::Ticker ticks{context_.now(), timing::reconciler_period};
  while (is_wanted(attached)) {
    volumes::OperationOutcome outcome = plugins_.begin(Operation::attach, *pod, volume);
    if (outcome.takes > sim::Duration{}) co_await sim::sleep_for(context_, outcome.takes);
    if (!is_wanted(attached)) co_return;
    if (!outcome.error) {
      server_.volumes_attached().insert(attached);
      events_.record(*pod, "", EventType::normal, sync::event_reason::successful_attach_volume,
                     fmt::format("AttachVolume.Attach succeeded for volume \"{}\" ", name));
      co_return;
    }
    events_.record(*pod, "", EventType::warning, sync::event_reason::failed_attach_volume,
                   fmt::format("AttachVolume.Attach failed for volume \"{}\" : {}", name, *outcome.error));
    back_off.fail(context_.now());
    co_await sim::sleep_until(context_, ticks.at_or_after(back_off.next_try()));
  }
}

}  // namespace podreel::simulation

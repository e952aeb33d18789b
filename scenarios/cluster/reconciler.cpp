#include "scenarios/cluster/reconciler.hpp"

#include <chrono>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/cluster/selection.hpp"

namespace podreel::cluster {

Reconciler::Reconciler(ClusterApi& api, std::string_view name, std::function<void(const std::string& key)> reconcile)
    : api_{api}, latencies_{api.timing().stream(timing::Site::control_plane, name)}, reconcile_{std::move(reconcile)} {}

void Reconciler::want(const std::string& key) {
  const sim::Duration delivery_delay = latencies_.draw(timing::watch_delivery);
  schedule_after(key, delivery_delay + latencies_.draw(timing::controller_work));
}

void Reconciler::schedule_controller_of(const nlohmann::json& object, std::string_view resource) {
  const ObjectId* id = controller_id(api_.objects(), object);
  if (id != nullptr && id->resource == resource) want(id->key);
}

void Reconciler::schedule_after(const std::string& key, sim::Duration delay) {
  PODREEL_INVARIANT(delay >= sim::Duration{}, "nothing is reconciled in the past");
  const sim::Time at = api_.now() + delay;
  const auto known = due_.find(key);
  if (known != due_.end()) {
    if (known->second.at <= at) return;
    api_.world().cancel(known->second.event);
  }
  const sim::EventId event = api_.world().at(at, [this, key] { schedule_now(key); });
  due_.insert_or_assign(key, Due{at, event});
}

void Reconciler::schedule_now(const std::string& key) {
  constexpr std::chrono::seconds pause{1};
  const bool was_due = due_.erase(key) > 0;
  PODREEL_INVARIANT(was_due, "only due keys are reconciled");
  if (!api_.pods().is_up()) return schedule_after(key, pause);
  reconcile_(key);
}

}  // namespace podreel::cluster

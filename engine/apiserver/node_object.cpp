#include "engine/apiserver/node_object.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"

namespace podreel::apiserver {

const NodeCondition* NodeObject::find(std::string_view type) const noexcept {
  const auto found = std::ranges::find(conditions_, type, &NodeCondition::type);
  return found == conditions_.end() ? nullptr : &*found;
}

void NodeObject::set(NodeCondition condition) {
  const auto found = std::ranges::find(conditions_, condition.type, &NodeCondition::type);
  if (found == conditions_.end()) {
    conditions_.push_back(std::move(condition));
  } else {
    *found = std::move(condition);
  }
  announce();
}

void NodeObject::begin_heartbeats(sim::Time first, sim::Duration period, sim::Time now) {
  PODREEL_INVARIANT(period > sim::Duration{}, "heartbeats follow one another after some time");
  last_ = last_heartbeat(now);
  series_ = Series{first, period};
  announce();
}

void NodeObject::end_heartbeats(sim::Time now) {
  if (!series_) return;
  last_ = last_heartbeat(now);
  PODREEL_INVARIANT(!last_ || *last_ <= now, "the last heartbeat came no later than now");
  series_.reset();
  announce();
}

std::optional<sim::Time> NodeObject::last_heartbeat(sim::Time now) const noexcept {
  if (!series_ || now < series_->first) return last_;
  return now - (now - series_->first) % series_->period;
}

void NodeObject::announce() const {
  for (const auto& listener : listeners_) listener();
}

}  // namespace podreel::apiserver

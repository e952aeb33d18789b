#include "tools/serve/store_memory.hpp"

#include <utility>

#include "tools/serve/json_memory.hpp"

namespace podreel::serve {

namespace {

std::size_t memory_of_object(const apiserver::StoredObject& object) {
  // A pod is kept twice, printed and as its API server needs it.
  return object.json ? memory_of(*object.json) * (object.pod ? 2 : 1) : 0;
}

}  // namespace

StoreMemory::StoreMemory(apiserver::ObjectStore& store, net::MemoryBudget budget)
    : store_{store}, budget_{std::move(budget)} {
  store_.on_change([this](const apiserver::ObjectChange& change) { on_change(change); });
}

bool StoreMemory::is_full() const noexcept {
  constexpr std::size_t share = 3;
  return object_bytes_ > budget_.eighths(share);
}

void StoreMemory::follow_history() {
  while (!history_.empty() && history_.front().change <= store_.oldest_version()) {
    history_bytes_ -= history_.front().charge.bytes();
    history_.pop_front();
  }
}

void StoreMemory::on_change(const apiserver::ObjectChange& change) {
  net::MemoryBudget::Charge past = std::move(objects_[change.id]);
  object_bytes_ -= past.bytes();
  if (change.type == "DELETED") {
    objects_.erase(change.id);
    // The change has a version of its own.
    past.resize(past.bytes() + memory_of_object(change.object));
  } else {
    net::MemoryBudget::Charge& present = objects_[change.id];
    present = budget_.charge(net::MemoryUse::objects, memory_of_object(change.object));
    object_bytes_ += present.bytes();
  }
  history_bytes_ += past.bytes();
  if (past.bytes() > 0) history_.push_back({change.version, std::move(past)});
  follow_history();
  while (history_.size() > 1 && history_bytes_ > budget_.eighths(1)) {
    store_.forget_history(history_.front().change);
    follow_history();
  }
}

}  // namespace podreel::serve

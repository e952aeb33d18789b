// The memory of the objects of an API server, and of their history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>

#include "engine/apiserver/object_store.hpp"
#include "tools/net/memory_budget.hpp"

namespace podreel::serve {

/// Charges every version of an object to a budget, from its creation until it is neither current nor in the history.
/// The history has an eighth of the budget, and forgets its oldest changes beyond that.
class StoreMemory {
 public:
  /// Follows the changes of the store. The store must have no objects yet, and outlive this object, which must exist at
  /// every change.
  StoreMemory(apiserver::ObjectStore& store, net::MemoryBudget budget);
  ~StoreMemory() = default;
  StoreMemory(const StoreMemory&) = delete;
  StoreMemory& operator=(const StoreMemory&) = delete;

  /// Returns whether nothing else should be stored: the objects have three eighths of the budget.
  [[nodiscard]] bool is_full() const noexcept;
  /// Approximate memory of all objects as they are now, in bytes.
  [[nodiscard]] std::size_t object_bytes() const noexcept { return object_bytes_; }
  /// Approximate memory of earlier versions, in bytes.
  [[nodiscard]] std::size_t history_bytes() const noexcept { return history_bytes_; }
  /// Gives back the memory of changes that the store has forgotten.
  void follow_history();

 private:
  /// The versions that only a change keeps.
  struct PastVersions {
    std::uint64_t change = 0;
    net::MemoryBudget::Charge charge{};
  };

  void on_change(const apiserver::ObjectChange& change);

  apiserver::ObjectStore& store_;
  net::MemoryBudget budget_;
  std::map<apiserver::ObjectId, net::MemoryBudget::Charge> objects_;
  std::deque<PastVersions> history_;
  std::size_t object_bytes_ = 0;
  std::size_t history_bytes_ = 0;
};

}  // namespace podreel::serve

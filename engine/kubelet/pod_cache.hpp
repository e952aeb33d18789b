// kubecontainer.Cache: what the PLEG saw of each pod last.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/memory/boxed_optional.hpp"
#include "engine/memory/text_map.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/idle.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"

namespace podreel::kubelet {

/// A pod's entry in the cache: a status, or why it could not be had.
struct CachedStatus {
  runtime::PodStatusPtr status;
  memory::BoxedOptional<runtime::Error> error;
};

/// Fills a pod cache, and knows how old it is.
class PodCacheFeed {
 public:
  virtual ~PodCacheFeed() = default;

  /// Up to when the cache as a whole is true; no value before the first relist. Never goes back.
  [[nodiscard]] virtual std::optional<sim::Time> true_until() const = 0;
  /// Somebody waits for news: a relist that nobody else needs has to take place.
  virtual void on_wait() = 0;
};

/// Written by the PLEG, read by pod workers. A worker waits for news that are newer than its last sync: that rule
/// separates two syncs of one pod by at least one relist (pkg/kubelet/container/cache.go, GetNewerThan).
class PodCache {
 public:
  explicit PodCache(const sim::Process& process) noexcept : process_{process} {}

  /// Must be called before anything waits for news. The feed must outlive the cache.
  void fill_from(PodCacheFeed& feed) noexcept { feed_ = &feed; }

  /// Changes when a pod's status, or why there is none, is another one.
  [[nodiscard]] sim::IdleSource& observed_statuses() noexcept { return observed_statuses_; }

  /// Keeps what is there if that is newer.
  void set(const memory::Text& uid, CachedStatus status, sim::Time modified);
  void remove(const memory::Text& uid);
  /// The pod's entry was true at `time`, whether it changed or not (1.36, SetObservedTime).
  void set_observed_time(const memory::Text& uid, sim::Time time);

  /// The pod's entry; an empty status for a pod that no relist has seen.
  [[nodiscard]] CachedStatus get(const memory::Text& uid) const;

  /// A relist has seen the pod, and like that.
  [[nodiscard]] bool has(const memory::Text& uid, const runtime::PodStatusPtr& status) const;

  /// Returns whether news since `min_time` is available without a wait.
  [[nodiscard]] bool is_newer(const memory::Text& uid, sim::Time min_time) const;

  /// The pod's entry once it, or the cache as a whole, is newer than `min_time`.
  [[nodiscard]] sim::Task<CachedStatus> get_newer_than(memory::Text uid, sim::Time min_time);

  /// Wakes all waiters: there is news, or the clock has advanced.
  void notify();

 private:
  struct Entry {
    CachedStatus status;
    sim::Time modified;
    sim::Time observed{};
  };
  struct Waiter {
    memory::Text uid;
    sim::Time min_time;
    sim::EventId parked;
  };

  const sim::Process& process_;
  PodCacheFeed* feed_ = nullptr;
  sim::IdleSource observed_statuses_{"observed statuses"};
  /// The feed's answer at the last notify().
  std::optional<sim::Time> last_true_until_;
  memory::TextMap<Entry> entries_;
  std::vector<Waiter> waiters_;
};

}  // namespace podreel::kubelet

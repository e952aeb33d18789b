// CRI GetContainerEvents, and the logs of containers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "tools/cri/runtime/log_files.hpp"
#include "tools/cri/runtime/store.hpp"
#include "tools/net/pace.hpp"

namespace podreel::cri {

class EventFeed {
 public:
  using Complain = std::function<void(const std::string&)>;
  using Listener = std::function<void(const Event&)>;

  /// `script` determines whether events are sent, and their delay.
  EventFeed(const sim::Process& process, Store& store, const runtime_fake::ContainerEventScript& script, Pace pace,
            Logs& logs, Complain complain);
  ~EventFeed() = default;
  EventFeed(const EventFeed&) = delete;
  EventFeed& operator=(const EventFeed&) = delete;

  /// Returns whether the scenario's runtime sends events.
  [[nodiscard]] bool is_sent() const noexcept { return script_.sent; }

  using Subscription = std::uint64_t;
  /// `on_end` is called by end().
  [[nodiscard]] Subscription subscribe(
      Listener listener, std::function<void()> on_end = [] {});
  void unsubscribe(Subscription subscription) { subscribers_.erase(subscription); }

  /// Ends all subscriptions: another runtime takes over.
  void end();

  /// Appends to the container's log, if it has one.
  void write_log(const ContainerRecord& container, std::string_view text) const;

 private:
  void changed(const StoreChange& change);
  void log(const StoreChange& change) const;
  [[nodiscard]] Event event_of(const StoreChange& change) const;
  void hand_out(const Event& event) const;

  const sim::Process& process_;
  Store& store_;
  runtime_fake::ContainerEventScript script_;
  Pace pace_;
  Logs& logs_;
  Complain complain_;
  struct Subscriber {
    Listener listener;
    std::function<void()> on_end;
  };
  std::map<Subscription, Subscriber> subscribers_;
  Subscription last_subscription_ = 0;
};

}  // namespace podreel::cri

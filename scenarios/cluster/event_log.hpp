// Events of a cluster.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/apiserver/object_store.hpp"
#include "engine/sim/time.hpp"
#include "engine/trace/record.hpp"

namespace podreel::cluster {

using apiserver::ObjectStore;
using apiserver::StoredObject;

struct NewEvent {
  /// A v1.ObjectReference.
  nlohmann::json about{};
  std::string_view type{};
  std::string_view reason{};
  std::string_view message{};
  std::string_view component{};
  /// Empty if the event has no node.
  std::string_view host{};
  /// Number of occurrences; more than one updates the existing event.
  std::uint32_t count = 1;
};

/// Returns the event of a kubelet or controller from its record: about `record.pod`, or about the node. `uid` is the
/// pod's; empty if the pod is deleted. Views `event` and `node`.
[[nodiscard]] NewEvent event_from_record(const trace::Record& record, const trace::EventWrite& event,
                                         std::string_view node, std::string_view uid);

/// Returns a key of equal events.
[[nodiscard]] std::string text_of(const NewEvent& event);

/// Returns the namespace of a v1.Event about this object.
[[nodiscard]] std::string namespace_of(const NewEvent& event);

/// Returns a v1.Event with that name, as its source sends it to an API server.
[[nodiscard]] nlohmann::json event_object(const NewEvent& event, const std::string& name, sim::Time now);

/// Writes events as objects, and deletes them an hour after their last update (kube-apiserver --event-ttl), or when
/// there are 20,000 younger ones.
class EventLog {
 public:
  /// `objects` must outlive it.
  explicit EventLog(ObjectStore& objects) : objects_{objects} {}

  void write(const NewEvent& event, sim::Time now);
  /// Counts repeated events for sources that do not count themselves (client-go, tools/record).
  void write_counted(NewEvent event, sim::Time now);

 private:
  struct Written {
    std::string key;
    /// The key of equal events.
    std::string text;
    sim::Time last;
  };

  void expire(sim::Time now);
  void repeat(const std::string& key, const NewEvent& event, sim::Time now);

  ObjectStore& objects_;
  std::uint64_t number_ = 0;
  /// In order of the first write; updated events move to the end when they expire.
  std::deque<Written> written_;
  std::map<std::string, std::string> keys_;
};

}  // namespace podreel::cluster

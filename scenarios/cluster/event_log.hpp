// The events of a cluster.
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

namespace podreel::controllers {

using apiserver::ObjectStore;
using apiserver::StoredObject;

struct NewEvent {
  /// A v1.ObjectReference.
  nlohmann::json about{};
  std::string_view type{};
  std::string_view reason{};
  std::string_view message{};
  std::string_view component{};
  /// Empty: it is of no node.
  std::string_view host{};
  /// It has happened so often; more than once: that is written to the event that is there already.
  std::uint32_t count = 1;
};

/// What a kubelet or a controller has written, by the record of it: about `record.pod`, or about the node. `uid` is the
/// pod's; empty: it is not there any more. Views `event` and `node`.
[[nodiscard]] NewEvent told_event(const trace::Record& record, const trace::EventWrite& event, std::string_view node,
                                  std::string_view uid);

/// What it says about what: the same each time that it happens.
[[nodiscard]] std::string text_of(const NewEvent& event);

/// The namespace that a v1.Event about this is in.
[[nodiscard]] std::string namespace_of(const NewEvent& event);

/// A v1.Event of that name, as its writer sends it to an API server.
[[nodiscard]] nlohmann::json event_object(const NewEvent& event, const std::string& name, sim::Time now);

/// Writes them as objects, which go an hour after they were last written (kube-apiserver --event-ttl), or when there
/// are 20,000 younger ones.
class EventLog {
 public:
  /// `objects` must outlive it.
  explicit EventLog(ObjectStore& objects) : objects_{objects} {}

  void write(const NewEvent& event, sim::Time now);
  /// The same of somebody who does not count himself how often he has said that (client-go, tools/record).
  void write_counted(NewEvent event, sim::Time now);

 private:
  struct Written {
    std::string key;
    /// What it says about what.
    std::string text;
    sim::Time last;
  };

  void expire(sim::Time now);
  void repeat(const std::string& key, const NewEvent& event, sim::Time now);

  ObjectStore& objects_;
  std::uint64_t number_ = 0;
  /// In the order in which they were written first; what was written again later is put to the end when its time comes.
  std::deque<Written> written_;
  std::map<std::string, std::string> keys_;
};

}  // namespace podreel::controllers

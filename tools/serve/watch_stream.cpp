#include "tools/serve/watch_stream.hpp"

#include <utility>

#include "tools/serve/managed_fields.hpp"
#include "tools/serve/object_table.hpp"
#include "tools/serve/resources.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

// The rest is sent when the client has read this.
constexpr std::size_t max_bytes = std::size_t{256} * 1024;

std::string event_line(std::string_view type, json object) {
  return json_text({{"type", type}, {"object", std::move(object)}}) + '\n';
}

json bookmark(std::string_view resource, std::uint64_t version) {
  const Resource& kind = resource_named(resource);
  return {{"kind", kind.kind},
          {"apiVersion", kind.group_version()},
          {"metadata", {{"resourceVersion", std::to_string(version)}, {"creationTimestamp", nullptr}}}};
}

}  // namespace

WatchStream::WatchStream(LiveSimulation& simulation, Watch watch)
    : simulation_{simulation},
      watch_{std::move(watch)},
      generation_{simulation.generation()},
      sent_version_{watch_.version.value_or(0)} {}

std::string WatchStream::line(std::string_view type, const apiserver::StoredObject& object) {
  if (!watch_.as_table) return event_line(type, with_managers(simulation_, watch_.resource, *object.json));
  return event_line(type, table_of(watch_.resource, object, simulation_.now(), watch_.row_objects));
}

void WatchStream::begin() {
  watch_.version = sent_version_ = simulation_.objects().version();
  is_beginning_ = true;
}

std::string WatchStream::present() {
  const apiserver::ObjectStore& store = simulation_.objects();
  apiserver::ObjectStore::Objects earlier;
  const bool is_unchanged = store.version() == *watch_.version;
  if (!is_unchanged) earlier = store.at(watch_.resource, *watch_.version);
  const apiserver::ObjectStore::Objects& objects = is_unchanged ? store.all(watch_.resource) : earlier;
  std::string text;
  auto next = objects.upper_bound(sent_key_);
  for (; next != objects.end() && text.size() < max_bytes; ++next) {
    sent_key_ = next->first;
    if (watch_.selector.matches(*next->second.json)) text += line("ADDED", next->second);
  }
  if (next != objects.end()) return text;
  is_beginning_ = false;
  if (!watch_.sends_initial_events_end || !watch_.bookmarks) return text;
  json end = bookmark(watch_.resource, *watch_.version);
  end["metadata"]["annotations"] = {{"k8s.io/initial-events-end", "true"}};
  return text + event_line("BOOKMARK", std::move(end));
}

/// Formats a change; an object that starts or stops to match the selector is added or deleted for the client.
std::string WatchStream::send_change(const apiserver::ObjectChange& change) {
  const bool was = change.before.json && watch_.selector.matches(*change.before.json);
  const bool is = change.type != "DELETED" && watch_.selector.matches(*change.object.json);
  if (!was && !is) return {};
  if (!is) return line("DELETED", change.object);
  return line(was ? "MODIFIED" : "ADDED", change.object);
}

std::string WatchStream::news() {
  const apiserver::ObjectStore& log = simulation_.objects();
  if (has_ended_) return {};
  if (!simulation_.node().api_server().is_reachable() && simulation_.has_outside_kubelet()) {
    has_ended_ = true;
    return {};
  }
  const bool is_from_other_history = generation_ != simulation_.generation();
  if (!watch_.version && !is_from_other_history) begin();
  if (is_from_other_history || *watch_.version < log.oldest_version()) {
    has_ended_ = true;
    return event_line("ERROR", expired(watch_.version.value_or(0), log.oldest_version()).status());
  }
  if (is_beginning_) return present();
  // Far fewer than the log keeps.
  constexpr std::uint64_t max_pending_changes = 1000;
  std::string text;
  for (const apiserver::ObjectChange* change = log.after(*watch_.version); change != nullptr && text.size() < max_bytes;
       change = log.after(change->version)) {
    watch_.version = change->version;
    if (change->id.resource != watch_.resource) continue;
    const std::string event = send_change(*change);
    if (!event.empty()) sent_version_ = change->version;
    text += event;
  }
  if (watch_.bookmarks && *watch_.version - sent_version_ >= max_pending_changes) {
    sent_version_ = *watch_.version;
    text += event_line("BOOKMARK", bookmark(watch_.resource, sent_version_));
  }
  return text;
}

std::string WatchStream::farewell() {
  has_ended_ = true;
  // A client that has not got the whole initial state must not resume after it.
  if (is_beginning_) return {};
  if (!watch_.bookmarks || !watch_.version) return {};
  return event_line("BOOKMARK", bookmark(watch_.resource, *watch_.version));
}

}  // namespace podreel::serve

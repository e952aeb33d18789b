#include "tools/server/watch_stream.hpp"

#include <utility>

#include "tools/server/object_table.hpp"
#include "tools/server/status_error.hpp"

namespace podreel::server {

namespace {

using nlohmann::json;

std::string event_line(std::string_view type, json object) {
  return json_text({{"type", type}, {"object", std::move(object)}}) + '\n';
}

/// "Pod" of "pods".
std::string kind_of(std::string_view resource) {
  if (resource == "pods") return "Pod";
  if (resource == "nodes") return "Node";
  return resource == "events" ? "Event" : "Namespace";
}

}  // namespace

WatchStream::WatchStream(LiveSimulation& simulation, Watch watch) : simulation_{simulation}, watch_{std::move(watch)} {}

std::string WatchStream::line(std::string_view type, const LoggedObject& object) {
  if (!watch_.as_table) return event_line(type, *object.json);
  return event_line(type, table_of(watch_.resource, {&object, 1}, simulation_.now(), simulation_.objects().version()));
}

std::string WatchStream::present() {
  std::string text;
  for (const auto& [key, object] : simulation_.objects().all(watch_.resource)) {
    if (watch_.selector.matches(*object.json)) text += line("ADDED", object);
  }
  watch_.version = simulation_.objects().version();
  return text;
}

/// What begins or ceases to be selected comes and goes for the client.
std::string WatchStream::told(const LoggedChange& change) {
  const bool was = change.before && watch_.selector.matches(*change.before);
  const bool is = change.type != "DELETED" && watch_.selector.matches(*change.object.json);
  if (!was && !is) return {};
  if (!is) return line("DELETED", change.object);
  return line(was ? "MODIFIED" : "ADDED", change.object);
}

std::string WatchStream::news() {
  const ObjectLog& log = simulation_.objects();
  if (has_ended_) return {};
  if (!watch_.version) return present();
  if (*watch_.version < log.oldest_version()) {
    has_ended_ = true;
    return event_line("ERROR", expired(*watch_.version, log.oldest_version()).status());
  }
  std::string text;
  for (const LoggedChange* change = log.after(*watch_.version); change != nullptr;
       change = log.after(change->version)) {
    watch_.version = change->version;
    if (change->resource == watch_.resource) text += told(*change);
  }
  return text;
}

std::string WatchStream::farewell() {
  has_ended_ = true;
  if (!watch_.bookmarks) return {};
  const std::string version = std::to_string(simulation_.objects().version());
  return event_line("BOOKMARK", {{"kind", kind_of(watch_.resource)},
                                 {"apiVersion", "v1"},
                                 {"metadata", {{"resourceVersion", version}, {"creationTimestamp", nullptr}}}});
}

}  // namespace podreel::server

#include "scenarios/controllers/event_log.hpp"

#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"

namespace podreel::controllers {

namespace {

using nlohmann::json;

constexpr std::size_t most_events = 20'000;
constexpr auto kept_for = std::chrono::hours{1};

}  // namespace

void EventLog::write(const NewEvent& event, sim::Time now) {
  expire(now);
  std::string text = fmt::format("{}\n{}\n{}", event.about.dump(), event.reason, event.message);
  const auto known = keys_.find(text);
  if (event.count > 1 && known != keys_.end()) return repeat(known->second, event, now);
  const std::string space = event.about.value("namespace", "default");
  const std::string name = fmt::format("{}.{:016x}", api::string_member(event.about, "name"), ++number_);
  const std::string time = api::format_timestamp(now);
  json source{{"component", event.component}};
  if (!event.host.empty()) source["host"] = event.host;
  std::string key = space + '/' + name;
  objects_.put({"events", key},
               {{"apiVersion", "v1"},
                {"kind", "Event"},
                {"metadata", {{"name", name}, {"namespace", space}, {"uid", name}, {"creationTimestamp", time}}},
                {"involvedObject", event.about},
                {"reason", event.reason},
                {"message", event.message},
                {"type", event.type},
                {"count", event.count},
                {"firstTimestamp", time},
                {"lastTimestamp", time},
                {"source", std::move(source)}});
  keys_.insert_or_assign(text, key);
  written_.push_back({std::move(key), std::move(text), now});
}

void EventLog::repeat(const std::string& key, const NewEvent& event, sim::Time now) {
  const LoggedObject* known = objects_.find("events", key);
  if (known == nullptr) return;
  json changed = *known->json;
  changed["count"] = event.count;
  changed["lastTimestamp"] = api::format_timestamp(now);
  objects_.put({"events", key}, std::move(changed));
}

void EventLog::expire(sim::Time now) {
  while (!written_.empty() && (written_.front().last + kept_for <= now || written_.size() >= most_events)) {
    Written oldest = std::move(written_.front());
    written_.pop_front();
    const LoggedObject* known = objects_.find("events", oldest.key);
    const auto last =
        known == nullptr ? std::nullopt : api::parse_timestamp(api::string_member(*known->json, "lastTimestamp"));
    if (last && *last + kept_for > now && written_.size() + 1 < most_events) {
      oldest.last = *last;
      written_.push_back(std::move(oldest));
      continue;
    }
    if (const auto key = keys_.find(oldest.text); key != keys_.end() && key->second == oldest.key) keys_.erase(key);
    objects_.remove({"events", oldest.key});
  }
}

}  // namespace podreel::controllers

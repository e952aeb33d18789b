#include "scenarios/cluster/event_log.hpp"

#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/invariant.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

constexpr std::size_t max_events = 20'000;
constexpr auto kept_for = std::chrono::hours{1};

}  // namespace

NewEvent event_from_record(const trace::Record& record, const trace::EventWrite& event, std::string_view node,
                           std::string_view uid) {
  const std::size_t slash = record.pod.find('/');
  const bool is_pod = slash != std::string::npos;
  const std::string name = is_pod ? record.pod.substr(slash + 1) : std::string{node};
  json about{{"kind", is_pod ? "Pod" : "Node"}, {"name", name}, {"uid", uid.empty() ? std::string_view{name} : uid}};
  if (is_pod) about.update({{"namespace", record.pod.substr(0, slash)}, {"apiVersion", "v1"}});
  if (event.field_path) about["fieldPath"] = *event.field_path;
  constexpr std::string_view kubelet = "kubelet";
  const std::string_view component = event.component ? std::string_view{*event.component} : kubelet;
  return {.about = std::move(about),
          .type = event.type,
          .reason = event.reason,
          .message = event.message,
          .component = component,
          .host = component == kubelet ? node : std::string_view{},
          .count = event.count};
}

std::string text_of(const NewEvent& event) {
  return fmt::format("{}\n{}\n{}", event.about.dump(), event.reason, event.message);
}

std::string namespace_of(const NewEvent& event) {
  return event.about.value("namespace", "default");
}

json event_object(const NewEvent& event, const std::string& name, sim::Time now) {
  const std::string time = api::format_timestamp(now);
  json source{{"component", event.component}};
  if (!event.host.empty()) source["host"] = event.host;
  return {{"apiVersion", "v1"},
          {"kind", "Event"},
          {"metadata", {{"name", name}, {"namespace", namespace_of(event)}}},
          {"involvedObject", event.about},
          {"reason", event.reason},
          {"message", event.message},
          {"type", event.type},
          {"count", event.count},
          {"firstTimestamp", time},
          {"lastTimestamp", time},
          {"source", std::move(source)}};
}

void EventLog::write(const NewEvent& event, sim::Time now) {
  expire(now);
  std::string text = text_of(event);
  const auto known = keys_.find(text);
  if (event.count > 1 && known != keys_.end()) return repeat(known->second, event, now);
  const std::string name = fmt::format("{}.{:016x}", api::string_member(event.about, "name"), ++number_);
  json object = event_object(event, name, now);
  object["metadata"].update({{"uid", name}, {"creationTimestamp", object["firstTimestamp"]}});
  std::string key = namespace_of(event) + '/' + name;
  objects_.put({"events", key}, std::move(object));
  keys_.insert_or_assign(text, key);
  written_.push_back({std::move(key), std::move(text), now});
  PODREEL_INVARIANT(written_.size() <= max_events, "the number of events is limited");
  PODREEL_INVARIANT(keys_.size() <= written_.size(), "only written events can be updated");
}

void EventLog::write_counted(NewEvent event, sim::Time now) {
  const auto known = keys_.find(text_of(event));
  const StoredObject* before = known == keys_.end() ? nullptr : objects_.find("events", known->second);
  if (before != nullptr) event.count = before->json->value("count", 1U) + 1;
  write(event, now);
}

void EventLog::repeat(const std::string& key, const NewEvent& event, sim::Time now) {
  const StoredObject* known = objects_.find("events", key);
  if (known == nullptr) return;
  json changed = *known->json;
  changed["count"] = event.count;
  changed["lastTimestamp"] = api::format_timestamp(now);
  objects_.put({"events", key}, std::move(changed));
}

void EventLog::expire(sim::Time now) {
  while (!written_.empty() && (written_.front().last + kept_for <= now || written_.size() >= max_events)) {
    Written oldest = std::move(written_.front());
    written_.pop_front();
    const StoredObject* known = objects_.find("events", oldest.key);
    const auto last =
        known == nullptr ? std::nullopt : api::parse_timestamp(api::string_member(*known->json, "lastTimestamp"));
    if (last && *last + kept_for > now && written_.size() + 1 < max_events) {
      oldest.last = *last;
      written_.push_back(std::move(oldest));
      continue;
    }
    if (const auto key = keys_.find(oldest.text); key != keys_.end() && key->second == oldest.key) keys_.erase(key);
    objects_.remove({"events", oldest.key});
  }
}

}  // namespace podreel::cluster

#include "scenarios/explore/object_distinction.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace podreel::explore {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::array<std::string_view, 13> fields_of_one_run{
    "uid",       "resourceVersion", "managedFields", "creationTimestamp", "deletionTimestamp",
    "startTime", "startedAt",       "finishedAt",    "containerID",       "lastTransitionTime",
    "imageID",   "podIP",           "lastProbeTime"};

const json nothing;

bool is_of_one_run(std::string_view field) {
  return std::ranges::find(fields_of_one_run, field) != fields_of_one_run.end();
}

bool is_named(const json& item) {
  return item.is_object() && item.contains("name");
}

const json& member(const json& object, const std::string& key) {
  return object.is_object() && object.contains(key) ? object[key] : nothing;
}

const json& of_name(const json& list, const json& name) {
  if (!list.is_array()) return nothing;
  const auto found =
      std::ranges::find_if(list, [&](const json& item) { return is_named(item) && item["name"] == name; });
  return found == list.end() ? nothing : *found;
}

using Others = std::vector<const json*>;

std::optional<ordered_json> part_of(const json& value, const Others& others);

std::optional<ordered_json> part_of_object(const json& object, const Others& others) {
  for (const auto& [key, value] : object.items()) {
    if (is_of_one_run(key)) continue;
    Others members;
    for (const json* other : others) members.push_back(&member(*other, key));
    if (auto part = part_of(value, members)) return ordered_json{{key, *std::move(part)}};
  }
  return std::nullopt;
}

std::optional<ordered_json> part_of_named(const json& list, const Others& others) {
  for (const json& item : list) {
    Others namesakes;
    for (const json* other : others) namesakes.push_back(&of_name(*other, item["name"]));
    auto part = part_of(item, namesakes);
    if (!part) continue;
    ordered_json pattern{{"name", item["name"]}};
    pattern.update(*part);
    return ordered_json::array({std::move(pattern)});
  }
  return std::nullopt;
}

std::optional<ordered_json> part_of(const json& value, const Others& others) {
  if (value.is_object()) return part_of_object(value, others);
  if (value.is_array() && std::ranges::all_of(value, is_named)) return part_of_named(value, others);
  const bool is_there = std::ranges::any_of(others, [&value](const json* other) { return *other == value; });
  return is_there ? std::nullopt : std::optional<ordered_json>{ordered_json(value)};
}

std::string full_name(const json& pod) {
  const std::string name = pod.at("metadata").at("name");
  const std::string in = pod.at("metadata").value("namespace", "default");
  return in == "default" ? name : in + "/" + name;
}

}  // namespace

std::optional<ordered_json> part_of_one(const PodObjects& objects, std::initializer_list<const PodObjects*> others) {
  for (const json& pod : objects) {
    const std::string name = full_name(pod);
    Others namesakes;
    for (const PodObjects* list : others) {
      const auto found = std::ranges::find(*list, name, full_name);
      if (found != list->end()) namesakes.push_back(&*found);
    }
    if (namesakes.size() < others.size()) continue;
    if (auto part = part_of(pod, namesakes)) return ordered_json{{"pod", name}, {"matches", *std::move(part)}};
  }
  return std::nullopt;
}

}  // namespace podreel::explore

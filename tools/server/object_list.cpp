#include "tools/server/object_list.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "tools/server/continue_token.hpp"
#include "tools/server/field_labels.hpp"
#include "tools/server/object_table.hpp"
#include "tools/server/selector.hpp"

namespace podreel::server {

namespace {

using controllers::LoggedObject;
using controllers::ObjectLog;
using nlohmann::json;

bool wants_table(const Request& request) {
  return request.accept.find("as=Table") != std::string::npos;
}

std::optional<std::uint64_t> number_of(const Target& target, std::string_view name) {
  const std::string text = target.parameter(name);
  if (text.empty()) return std::nullopt;
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) {
    throw bad_request(
        fmt::format("{}: Invalid value: \"{}\": strconv.ParseUint: parsing \"{}\": invalid syntax", name, text, text));
  }
  return number;
}

Selector selector_of(const Target& target, const AskedObject& asked) {
  Selector selector;
  selector.in_namespace(asked.name_space);
  selector.add_fields(target.parameter("fieldSelector"), field_labels_of(asked.kind->name));
  selector.add_labels(target.parameter("labelSelector"));
  return selector;
}

/// The version that a list is to be of; no value: the present.
std::optional<std::uint64_t> exact_version(const ObjectLog& log, const Target& target) {
  const auto version = number_of(target, "resourceVersion");
  const std::string match = target.parameter("resourceVersionMatch");
  if (!match.empty() && match != "Exact" && match != "NotOlderThan") {
    throw StatusError{422, "Invalid",
                      fmt::format("ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Unsupported value: "
                                  "\"{}\": supported values: \"Exact\", \"NotOlderThan\"",
                                  match)};
  }
  if (!version || *version == 0) return std::nullopt;
  if (*version > log.version()) throw too_large_version(*version, log.version());
  if (match != "Exact") return std::nullopt;
  if (*version < log.oldest_version()) {
    throw StatusError{410, "Expired", "The resourceVersion for the provided list is too old."};
  }
  return version;
}

struct Page {
  std::uint64_t version = 0;
  std::vector<LoggedObject> objects{};
  /// Where the next one begins; empty: there is none.
  std::string rest_from{};
  std::size_t remaining = 0;
};

Page page_of(const ObjectLog& log, const Target& target, const AskedObject& asked, std::uint64_t limit) {
  const std::string continued = target.parameter("continue");
  const ContinueToken from = continued.empty() ? ContinueToken{} : read_continue_token(continued);
  std::optional<std::uint64_t> version = continued.empty() ? exact_version(log, target) : from.version;
  if (version && *version < log.oldest_version()) throw expired_continue(log.version(), from.start);
  Page page{.version = version.value_or(log.version())};
  const ObjectLog::Objects then = version ? log.at(asked.kind->name, *version) : ObjectLog::Objects{};
  const ObjectLog::Objects& all = version ? then : log.all(asked.kind->name);
  const Selector selector = selector_of(target, asked);
  for (auto object = all.lower_bound(from.start); object != all.end(); ++object) {
    if (!selector.matches(*object->second.json)) continue;
    if (limit == 0 || page.objects.size() < limit) {
      page.objects.push_back(object->second);
    } else if (page.remaining++ == 0) {
      page.rest_from = object->first;
    }
  }
  return page;
}

}  // namespace

Response watch_objects(const LiveSimulation& simulation, const Request& request, const Target& target,
                       const AskedObject& asked) {
  Watch wanted{.resource = std::string{asked.kind->name},
               .selector = selector_of(target, asked),
               .as_table = wants_table(request),
               .bookmarks = target.flag("allowWatchBookmarks"),
               .tells_end_of_present = target.flag("sendInitialEvents"),
               .version = number_of(target, "resourceVersion")};
  if (!asked.name.empty()) wanted.selector.add_name(asked.name);
  if (wanted.version == 0) wanted.version.reset();
  if (wanted.version && *wanted.version > simulation.objects().version()) {
    throw too_large_version(*wanted.version, simulation.objects().version());
  }
  if (wanted.tells_end_of_present) wanted.version.reset();
  if (const auto seconds = number_of(target, "timeoutSeconds"); seconds && *seconds > 0) {
    constexpr std::uint64_t longest = 3600;
    wanted.timeout_seconds = static_cast<std::int64_t>(std::min(*seconds, longest));
  }
  return {.watch = std::move(wanted)};
}

Response list_objects(const LiveSimulation& simulation, const Request& request, const Target& target,
                      const AskedObject& asked) {
  if (target.flag("watch")) return watch_objects(simulation, request, target, asked);
  const Page page = page_of(simulation.objects(), target, asked, number_of(target, "limit").value_or(0));
  json metadata{{"resourceVersion", std::to_string(page.version)}};
  if (!page.rest_from.empty()) {
    metadata["continue"] = continue_token({page.version, page.rest_from});
    const bool selects = !target.parameter("labelSelector").empty() || !target.parameter("fieldSelector").empty();
    if (!selects) metadata["remainingItemCount"] = page.remaining;
  }
  if (wants_table(request)) {
    return json_response(table_of(asked.kind->name, page.objects, simulation.now(), std::move(metadata)));
  }
  json items = json::array();
  for (const LoggedObject& object : page.objects) items.push_back(*object.json);
  return json_response({{"kind", fmt::format("{}List", asked.kind->kind)},
                        {"apiVersion", asked.kind->group_version()},
                        {"metadata", std::move(metadata)},
                        {"items", std::move(items)}});
}

Response object_response(const LiveSimulation& simulation, const Request& request, const AskedObject& asked,
                         const LoggedObject& object, unsigned status) {
  if (!wants_table(request)) return json_response(*object.json, status);
  const json version = object.json->at("metadata").value("resourceVersion", "");
  return json_response(table_of(asked.kind->name, {&object, 1}, simulation.now(), {{"resourceVersion", version}}),
                       status);
}

Response get_object(const LiveSimulation& simulation, const Request& request, const AskedObject& asked) {
  return object_response(simulation, request, asked, existing(simulation, asked));
}

}  // namespace podreel::server

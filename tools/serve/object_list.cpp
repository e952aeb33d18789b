#include "tools/serve/object_list.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "tools/serve/continue_token.hpp"
#include "tools/serve/list_options.hpp"
#include "tools/serve/list_text.hpp"
#include "tools/serve/managed_fields.hpp"
#include "tools/serve/object_table.hpp"
#include "tools/serve/selector.hpp"

namespace podreel::serve {

namespace {

using apiserver::ObjectStore;
using apiserver::StoredObject;
using nlohmann::json;

bool wants_table(const Request& request) {
  return request.accept.find("as=Table") != std::string::npos;
}

RowObjects row_objects(const Target& target) {
  const std::string included = target.parameter("includeObject");
  if (included.empty() || included == "Metadata") return RowObjects::metadata;
  if (included == "Object") return RowObjects::whole;
  if (included == "None") return RowObjects::none;
  throw bad_request(fmt::format("unrecognized includeObject value: \"{}\"", included));
}

Selector selector_of(const LiveSimulation& simulation, const Target& target, const RequestInfo& info) {
  Selector selector;
  selector.in_namespace(info.name_space);
  selector.add_fields(target.parameter("fieldSelector"), simulation.api().pods().field_labels(info.kind->name));
  selector.add_labels(target.parameter("labelSelector"));
  return selector;
}

/// Returns the version of a list; no value: the current one.
std::optional<std::uint64_t> exact_version(const ObjectStore& log, const ListOptions& options) {
  const std::uint64_t version = options.version.value_or(0);
  if (version > log.version()) throw too_large_version(version, log.version());
  if (!options.is_exact) return std::nullopt;
  if (version < log.oldest_version()) {
    throw StatusError{410, "Expired", "The resourceVersion for the provided list is too old."};
  }
  return version;
}

ListOptions options_of(const LiveSimulation& simulation, const Target& target) {
  return list_options(target, simulation.api().pods().specs().release());
}

struct Page {
  std::uint64_t version = 0;
  std::vector<StoredObject> objects{};
  /// Start of the next page; empty: there is none.
  std::string rest_from{};
  std::size_t remaining = 0;
};

Page page_of(const ObjectStore& log, const ListOptions& options, const Selector& selector, const RequestInfo& info) {
  const bool is_first = options.continued.empty();
  const ContinueToken from = is_first ? ContinueToken{} : read_continue_token(options.continued);
  const std::optional<std::uint64_t> version = is_first ? exact_version(log, options) : from.version;
  if (version && *version < log.oldest_version()) throw expired_continue(log.version(), from.start);
  Page page{.version = version.value_or(log.version())};
  const ObjectStore::Objects then = version ? log.at(info.kind->name, *version) : ObjectStore::Objects{};
  const ObjectStore::Objects& all = version ? then : log.all(info.kind->name);
  for (auto object = all.lower_bound(from.start); object != all.end(); ++object) {
    if (!selector.matches(*object->second.json)) continue;
    if (options.limit == 0 || page.objects.size() < options.limit) {
      page.objects.push_back(object->second);
    } else if (page.remaining++ == 0) {
      page.rest_from = object->first;
    }
  }
  return page;
}

Response list_response(ListText list) {
  Response response;
  if (list.append_to(response.body, list_part_bytes)) return response;
  response.rest = std::make_shared<ListText>(std::move(list));
  return response;
}

Response watch_by(const ListOptions& options, const LiveSimulation& simulation, const Request& request,
                  const Target& target, const RequestInfo& info) {
  const std::uint64_t present = simulation.objects().version();
  Watch wanted{.resource = std::string{info.kind->name},
               .selector = selector_of(simulation, target, info),
               .as_table = wants_table(request),
               .row_objects = row_objects(target),
               .bookmarks = options.bookmarks,
               .sends_initial_events_end = options.initial_events.value_or(false),
               .version = options.version};
  if (!info.name.empty()) wanted.selector.add_name(info.name);
  if (wanted.version && *wanted.version > present) throw too_large_version(*wanted.version, present);
  const bool is_of_any = !wanted.version || wanted.version == 0;
  if (options.initial_events.value_or(is_of_any)) {
    wanted.version.reset();
  } else if (is_of_any) {
    wanted.version = present;
  }
  if (options.timeout_seconds.value_or(0) > 0) {
    constexpr std::uint64_t max_timeout_seconds = 3600;
    wanted.timeout_seconds = static_cast<std::int64_t>(std::min(*options.timeout_seconds, max_timeout_seconds));
  }
  return {.watch = std::move(wanted)};
}

}  // namespace

Response watch_objects(const LiveSimulation& simulation, const Request& request, const Target& target,
                       const RequestInfo& info) {
  return watch_by(options_of(simulation, target), simulation, request, target, info);
}

Response list_objects(const LiveSimulation& simulation, const Request& request, const Target& target,
                      const RequestInfo& info) {
  const ListOptions options = options_of(simulation, target);
  if (options.watch) return watch_by(options, simulation, request, target, info);
  Page page = page_of(simulation.objects(), options, selector_of(simulation, target, info), info);
  json metadata{{"resourceVersion", std::to_string(page.version)}};
  if (!page.rest_from.empty()) {
    metadata["continue"] = continue_token({page.version, page.rest_from});
    const bool selects = !target.parameter("labelSelector").empty() || !target.parameter("fieldSelector").empty();
    if (!selects) metadata["remainingItemCount"] = page.remaining;
  }
  if (wants_table(request)) {
    return list_response({table_without_rows(info.kind->name, std::move(metadata)), "rows", std::move(page.objects),
                          [name = info.kind->name, now = simulation.now(), included = row_objects(target)](
                              const StoredObject& object) { return table_row(name, object, now, included); }});
  }
  const json list{{"kind", fmt::format("{}List", info.kind->kind)},
                  {"apiVersion", info.kind->group_version()},
                  {"metadata", std::move(metadata)},
                  {"items", json::array()}};
  return list_response(
      {list, "items", std::move(page.objects), [name = info.kind->name, &simulation](const StoredObject& object) {
         return with_managers(simulation, name, *object.json);
       }});
}

Response object_response(const LiveSimulation& simulation, const Request& request, const RequestInfo& info,
                         const StoredObject& object, unsigned status) {
  if (!wants_table(request)) return json_response(with_managers(simulation, info.kind->name, *object.json), status);
  const RowObjects included = row_objects(parse_target(request.target).value_or(Target{}));
  return json_response(table_of(info.kind->name, object, simulation.now(), included), status);
}

Response get_object(const LiveSimulation& simulation, const Request& request, const RequestInfo& info) {
  return object_response(simulation, request, info, existing(simulation, info));
}

}  // namespace podreel::serve

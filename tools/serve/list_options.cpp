#include "tools/serve/list_options.hpp"

#include <charconv>
#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "engine/release/feature_gates.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

constexpr const char* match_name = "resourceVersionMatch";
constexpr const char* initial_events_name = "sendInitialEvents";

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

Cause forbidden(const char* field, std::string_view why) {
  return {field, fmt::format("Forbidden: {}", why)};
}

Cause unsupported_match(std::string_view match, std::string_view supported) {
  return {match_name, fmt::format("Unsupported value: \"{}\": supported values: {}", match, supported)};
}

void add_list_causes(std::vector<Cause>& causes, const ListOptions& options, std::string_view match) {
  if (!match.empty()) {
    if (!options.version) {
      causes.push_back(forbidden(match_name, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    }
    if (!options.continued.empty()) {
      causes.push_back(forbidden(match_name, "resourceVersionMatch is forbidden when continue is provided"));
    }
    if (match != "Exact" && match != "NotOlderThan") {
      causes.push_back(unsupported_match(match, R"("Exact", "NotOlderThan", "")"));
    }
    if (match == "Exact" && options.version == 0) {
      causes.push_back(forbidden(match_name, R"(resourceVersionMatch "exact" is forbidden for resourceVersion "0")"));
    }
  }
  if (options.initial_events) {
    causes.push_back(forbidden(initial_events_name, "sendInitialEvents is forbidden for list"));
  }
}

void add_watch_causes(std::vector<Cause>& causes, const ListOptions& options, std::string_view match, bool is_enabled) {
  if (options.initial_events) {
    if (match != "NotOlderThan") {
      causes.push_back(
          forbidden(match_name, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
    }
    if (!is_enabled) {
      causes.push_back(
          forbidden(initial_events_name,
                    "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled"));
    }
  }
  if (match.empty()) return;
  if (!options.initial_events) {
    causes.push_back(
        forbidden(match_name, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
  }
  if (match != "NotOlderThan") causes.push_back(unsupported_match(match, R"("NotOlderThan")"));
  if (!options.continued.empty()) {
    causes.push_back(forbidden(match_name, "resourceVersionMatch is forbidden when continue is provided"));
  }
}

}  // namespace

ListOptions list_options(const Target& target, release::Release release) {
  const release::FeatureGate& watch_list = release::gate_named("WatchList");
  const bool streams_lists = release::is_on(watch_list, release, {});
  const bool knows_streaming = streams_lists || release::stage_of(watch_list, release) != nullptr;
  const std::string match = target.parameter(match_name);
  ListOptions options{.watch = target.flag("watch"),
                      .bookmarks = target.flag("allowWatchBookmarks"),
                      .version = number_of(target, "resourceVersion"),
                      .limit = number_of(target, "limit").value_or(0),
                      .continued = target.parameter("continue"),
                      .timeout_seconds = number_of(target, "timeoutSeconds")};
  if (knows_streaming && target.query.contains(initial_events_name)) {
    options.initial_events = target.flag(initial_events_name);
  }
  std::vector<Cause> causes;
  if (!options.watch) {
    add_list_causes(causes, options, match);
  } else if (knows_streaming) {
    add_watch_causes(causes, options, match, streams_lists);
  } else if (!match.empty()) {
    causes.push_back(forbidden(match_name, "resourceVersionMatch is forbidden for watch"));
  }
  if (!causes.empty()) throw invalid({.name = "ListOptions", .group = "meta.k8s.io"}, "", causes);
  if (!options.continued.empty() && options.version.value_or(0) != 0) {
    throw bad_request("specifying resource version is not allowed when using continue");
  }
  // A list of any version is served from a cache, without pagination.
  if (options.version == 0) options.limit = 0;
  options.is_exact = match == "Exact" || (match.empty() && options.limit > 0 && options.version.has_value());
  return options;
}

}  // namespace podreel::serve

// What clients ask, and what they are answered, whatever carries it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "tools/serve/selector.hpp"

namespace podreel::server {

struct Request {
  /// "GET", "POST" …
  std::string method{};
  /// The path with its query, as on the first line of an HTTP request.
  std::string target{};
  std::string accept{};
  std::string content_type{};
  std::string body{};
  std::string user_agent{};

  /// Without the query, and not decoded.
  [[nodiscard]] std::string_view path() const { return std::string_view{target}.substr(0, target.find('?')); }
};

/// metav1.IncludeObjectPolicy: what rows of a table have of their objects.
enum class RowObjects : std::uint8_t { metadata, none, whole };

/// A list that is followed: changes after `version` of what the selector lets through.
struct Watch {
  std::string resource{};
  Selector selector{};
  bool as_table = false;
  RowObjects row_objects = RowObjects::metadata;
  bool bookmarks = false;
  /// A bookmark says where the present ends (WatchList).
  bool tells_end_of_present = false;
  /// No value: from the present on, which is told first.
  std::optional<std::uint64_t> version{};
  /// Seconds of the wall clock.
  std::int64_t timeout_seconds = 1800;
};

/// Which part of which container's log.
struct LogQuery {
  /// "default/web", and its UID.
  std::string pod{};
  std::string uid{};
  std::string container{};
  bool previous = false;
  bool timestamps = false;
  std::optional<std::int64_t> tail_lines{};
  std::optional<std::int64_t> since_seconds{};
};

struct Response {
  unsigned status = 200;
  std::string content_type = "application/json";
  std::string body{};
  /// Goes into a header "Warning"; empty: none.
  std::string warning{};
  // One of these is set if the body is a stream (open_stream).
  /// Of what is watched.
  std::optional<Watch> watch{};
  /// Of records, from the one with this number on.
  std::optional<std::uint64_t> records_from{};
  /// Of a log.
  std::optional<LogQuery> log{};

  [[nodiscard]] bool goes_on() const noexcept { return watch || records_from || log; }
};

}  // namespace podreel::server

// Requests and responses, independent of the transport.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "tools/serve/list_text.hpp"
#include "tools/serve/selector.hpp"

namespace podreel::serve {

struct Request {
  /// For example "GET" or "POST".
  std::string method{};
  /// Path with query, as on the first line of an HTTP request.
  std::string target{};
  std::string accept{};
  std::string content_type{};
  std::string body{};
  std::string user_agent{};

  /// Returns the path without the query, not decoded.
  [[nodiscard]] std::string_view path() const { return std::string_view{target}.substr(0, target.find('?')); }
};

/// metav1.IncludeObjectPolicy: the part of its object that a table row contains.
enum class RowObjects : std::uint8_t { metadata, none, whole };

/// A watch: changes after `version` of objects that the selector matches.
struct Watch {
  std::string resource{};
  Selector selector{};
  bool as_table = false;
  RowObjects row_objects = RowObjects::metadata;
  bool bookmarks = false;
  /// A bookmark marks the end of the initial events (WatchList).
  bool sends_initial_events_end = false;
  /// No value: the current state is sent first.
  std::optional<std::uint64_t> version{};
  /// Wall-clock seconds.
  std::int64_t timeout_seconds = 1800;
};

/// A part of a container's log.
struct LogQuery {
  /// "default/web", and the pod's UID.
  std::string pod{};
  std::string uid{};
  std::string container{};
  bool previous = false;
  bool timestamps = false;
  std::optional<std::int64_t> tail_lines{};
  std::optional<std::int64_t> since_seconds{};
};

/// A list of this size is written without a pause.
inline constexpr std::size_t list_part_bytes = std::size_t{256} * 1024;

struct Response {
  unsigned status = 200;
  std::string content_type = "application/json";
  std::string body{};
  /// The rest of a list's text, which is appended to the body in parts of about list_part_bytes; null: there is none.
  std::shared_ptr<ListText> rest{};
  /// Value of a header "Warning"; empty: none.
  std::string warning{};
  // One of these members is set if the body is a stream (open_stream).
  /// Stream of watch events.
  std::optional<Watch> watch{};
  /// Stream of records, starting with this number.
  std::optional<std::uint64_t> records_from{};
  /// Stream of a log.
  std::optional<LogQuery> log{};

  [[nodiscard]] bool is_streaming() const noexcept { return watch || records_from || log; }
};

}  // namespace podreel::serve

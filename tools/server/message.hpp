// What clients ask, and what they are answered, whatever carries it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "tools/server/selector.hpp"

namespace podreel::server {

struct Request {
  /// "GET", "POST" …
  std::string method{};
  /// The path with its query, as on the first line of an HTTP request.
  std::string target{};
  std::string accept{};
  std::string content_type{};
  std::string body{};
};

/// A list that is followed: changes after `version` of what the selector lets through.
struct Watch {
  std::string resource{};
  Selector selector{};
  bool as_table = false;
  bool bookmarks = false;
  /// No value: from the present on, which is told first.
  std::optional<std::uint64_t> version{};
  /// Seconds of the wall clock.
  std::int64_t timeout_seconds = 1800;
};

struct Response {
  unsigned status = 200;
  std::string content_type = "application/json";
  std::string body{};
  /// Goes into a header "Warning"; empty: none.
  std::string warning{};
  /// Set: the body is a stream of what is watched.
  std::optional<Watch> watch{};
};

}  // namespace podreel::server

#include "tools/cri/runtime/error_code.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace podreel::cri {

namespace {

constexpr std::string_view prefix = "rpc error: code = ";
constexpr std::string_view before_description = " desc = ";

constexpr std::array<std::string_view, 17> names{
    "OK",       "Canceled",       "Unknown",          "InvalidArgument",   "DeadlineExceeded",
    "NotFound", "AlreadyExists",  "PermissionDenied", "ResourceExhausted", "FailedPrecondition",
    "Aborted",  "OutOfRange",     "Unimplemented",    "Internal",          "Unavailable",
    "DataLoss", "Unauthenticated"};

/// Endings of error texts by code, as in containerd's errdefs.
constexpr std::array<std::pair<std::string_view, Code>, 7> endings{
    {{"not found", Code::not_found},
     {"already exists", Code::already_exists},
     {"invalid argument", Code::invalid_argument},
     {"failed precondition", Code::failed_precondition},
     {"unavailable", Code::unavailable},
     {"context deadline exceeded", Code::deadline_exceeded},
     {"context canceled", Code::canceled}}};

}  // namespace

std::string_view name_of(Code code) noexcept {
  return names[static_cast<std::size_t>(code)];
}

Status status_of(const runtime::Error& error) {
  std::string_view text = error.message;
  if (!text.starts_with(prefix)) return {error.not_found ? Code::not_found : Code::unknown, error.message};
  text.remove_prefix(prefix.size());
  const std::size_t end = text.find(before_description);
  const auto found = std::ranges::find(names, text.substr(0, end));
  if (end == std::string_view::npos || found == names.end()) return {Code::unknown, error.message};
  return {static_cast<Code>(found - names.begin()), std::string{text.substr(end + before_description.size())}};
}

runtime::Error error_of(Code code, std::string_view description) {
  return {fmt::format("{}{}{}{}", prefix, name_of(code), before_description, description)};
}

runtime::Error with_code_by_text(runtime::Error error) {
  const Status status = status_of(error);
  if (status.code != Code::unknown) return error;
  const auto found = std::ranges::find_if(
      endings, [&](const auto& ending) { return std::string_view{status.message}.ends_with(ending.first); });
  return found == endings.end() ? error : error_of(found->second, status.message);
}

}  // namespace podreel::cri

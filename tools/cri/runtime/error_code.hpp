// gRPC status codes of the runtime's errors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/runtime_objects.hpp"

namespace podreel::cri {

/// gRPC's status codes with their numbers.
enum class Code : std::uint8_t {
  ok = 0,
  canceled = 1,
  unknown = 2,
  invalid_argument = 3,
  deadline_exceeded = 4,
  not_found = 5,
  already_exists = 6,
  permission_denied = 7,
  resource_exhausted = 8,
  failed_precondition = 9,
  aborted = 10,
  out_of_range = 11,
  unimplemented = 12,
  internal = 13,
  unavailable = 14,
  data_loss = 15,
  unauthenticated = 16,
};

/// Returns a name such as "NotFound", as Go prints it.
[[nodiscard]] std::string_view name_of(Code code) noexcept;

struct Status {
  Code code = Code::ok;
  std::string message;
  friend bool operator==(const Status&, const Status&) = default;
};

/// Splits an error "rpc error: code = NotFound desc = …"; any other text is the description of code Unknown.
[[nodiscard]] Status status_of(const runtime::Error& error);

/// Inverse of status_of().
[[nodiscard]] runtime::Error error_of(Code code, std::string_view description);

/// Returns the error with the code that containerd derives from the end of its text (errdefs: a text that ends in "not
/// found" is NotFound), if the scenario sets no code.
[[nodiscard]] runtime::Error with_code_by_text(runtime::Error error);

}  // namespace podreel::cri

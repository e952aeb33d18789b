// MD5, from which kubelets compute the UIDs of static pods.
#pragma once

#include <string>
#include <string_view>

namespace podreel::identity {

/// The MD5 of `bytes` (RFC 1321) in lower case hex, 32 digits.
[[nodiscard]] std::string md5_hex(std::string_view bytes);

}  // namespace podreel::identity

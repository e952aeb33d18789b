// A JSON value of a Go type, made from the fuzzer's bytes.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/types/catalogue.hpp"
#include "tests/fuzz/bytes.hpp"

namespace podreel::fuzz {

/// A value that fits `type`, with members present, absent, null and unknown as the bytes decide, and now and then one
/// of a wrong kind if `may_mismatch`.
[[nodiscard]] nlohmann::json generate(const types::Type& type, Bytes& bytes, bool may_mismatch);

}  // namespace podreel::fuzz

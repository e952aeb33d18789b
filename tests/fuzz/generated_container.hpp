// A JSON value of a Go type, made from the fuzzer's bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "engine/types/catalogue.hpp"

namespace podreel::fuzz {

/// Draws values from bytes; zeros once they are used up.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  std::uint8_t next();
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : next() % bound; }
  bool flip() { return next() % 2 == 1; }
  [[nodiscard]] bool used_up() const { return rest_.empty(); }

 private:
  std::span<const std::uint8_t> rest_;
};

/// A value that fits `type`, with members present, absent, null and unknown as the bytes decide, and now and then one
/// of a wrong kind if `may_mismatch`.
[[nodiscard]] nlohmann::json generate(const types::Type& type, Bytes& bytes, bool may_mismatch);

}  // namespace podreel::fuzz

// hash/fnv, New32a.
#pragma once

#include <cstdint>
#include <string_view>

namespace podreel::identity {

class Fnv32a {
 public:
  void add(std::string_view bytes) noexcept {
    for (const char byte : bytes) {
      state_ ^= static_cast<unsigned char>(byte);
      state_ *= 16777619U;
    }
  }
  [[nodiscard]] std::uint32_t value() const noexcept { return state_; }

 private:
  std::uint32_t state_ = 2166136261U;
};

}  // namespace podreel::identity

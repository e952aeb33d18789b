#include "engine/apiserver/pod_uids.hpp"

#include <array>

#include "engine/api/hex_text.hpp"
#include "engine/sim/random.hpp"

namespace podreel::apiserver {

namespace {

/// 128 bits in the form of a random (version 4) UUID.
api::Text uuid_text(std::uint64_t high, std::uint64_t low) {
  constexpr std::uint64_t version = 0x4000U;
  constexpr std::uint64_t variant = 0x8000U;
  std::array<char, 36> text;
  char* end = api::write_hex(text.data(), high >> 32U, 8);
  for (const std::uint64_t group : {high >> 16U, version | (high & 0xfffU), variant | ((low >> 48U) & 0x3fffU)}) {
    *end++ = '-';
    end = api::write_hex(end, group, 4);
  }
  *end++ = '-';
  api::write_hex(end, low, 12);
  return std::string_view{text.data(), text.size()};
}

}  // namespace

api::Text PodUids::next(std::string_view name) {
  const std::uint64_t high = sim::mix(sim::hash_name(name) ^ sim::mix(created_++));
  return uuid_text(high, sim::mix(high));
}

}  // namespace podreel::apiserver

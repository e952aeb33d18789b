#include "engine/apiserver/pod_uids.hpp"

#include <fmt/format.h>

#include "engine/sim/random.hpp"

namespace podreel::apiserver {

namespace {

/// 128 bits in the form of a random (version 4) UUID.
std::string uuid_text(std::uint64_t high, std::uint64_t low) {
  constexpr std::uint64_t version = 0x4000U;
  constexpr std::uint64_t variant = 0x8000U;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32U, (high >> 16U) & 0xffffU,
                     version | (high & 0xfffU), variant | ((low >> 48U) & 0x3fffU), low & 0xffffffffffffU);
}

}  // namespace

std::string PodUids::next(std::string_view name) {
  const std::uint64_t high = sim::mix(sim::hash_name(name) ^ sim::mix(created_++));
  return uuid_text(high, sim::mix(high));
}

}  // namespace podreel::apiserver

#include "scenarios/fleet/results/fingerprint.hpp"

#include <fmt/format.h>
#include <new>
#include <xxhash.h>

namespace podreel::fleet {

void Fingerprint::Release::operator()(XXH3_state_s* state) const noexcept {
  XXH3_freeState(state);
}

Fingerprint::Fingerprint() : state_{XXH3_createState()} {
  if (!state_) throw std::bad_alloc{};
  XXH3_128bits_reset(state_.get());
}

void Fingerprint::add(std::string_view piece) {
  XXH3_128bits_update(state_.get(), piece.data(), piece.size());
}

std::string Fingerprint::hex() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string fingerprint_of(std::string_view text) {
  Fingerprint fingerprint;
  fingerprint.add(text);
  return fingerprint.hex();
}

}  // namespace podreel::fleet

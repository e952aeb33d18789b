#include "engine/trace/digest.hpp"

#include <fmt/format.h>
#include <new>
#include <xxhash.h>

#include "engine/trace/json_line.hpp"
#include "engine/trace/unexplained.hpp"

namespace podreel::trace {

DigestSink::DigestSink(sim::Time start) : start_{start}, state_{XXH3_createState()} {
  if (state_ == nullptr) throw std::bad_alloc{};
  XXH3_128bits_reset(state_.get());
}

DigestSink::~DigestSink() = default;

void DigestSink::Release::operator()(XXH3_state_s* state) const noexcept {
  XXH3_freeState(state);
}

void DigestSink::write(const Record& record) {
  line_.clear();
  if (is_explained(record)) {
    append_json_line(line_, unexplained(record), start_);
  } else {
    append_json_line(line_, record, start_);
  }
  line_ += '\n';
  XXH3_128bits_update(state_.get(), line_.data(), line_.size());
}

std::string DigestSink::hex() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace podreel::trace

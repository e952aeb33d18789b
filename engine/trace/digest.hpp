// One number for a whole timeline.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/trace/recorder.hpp"

struct XXH3_state_s;

namespace podreel::trace {

/// XXH3-128 of the bytes that `JsonlSink` writes, so that `xxhsum -H2` of the output gives the same. Reasons
/// are left out: to ask for them changes nothing of what happens.
class DigestSink final : public Sink {
 public:
  explicit DigestSink(sim::Time start);
  ~DigestSink() override;
  DigestSink(const DigestSink&) = delete;
  DigestSink& operator=(const DigestSink&) = delete;

  void write(const Record& record) override;

  /// Digest of all records so far: 32 hex digits.
  [[nodiscard]] std::string hex() const;

 private:
  struct Release {
    void operator()(XXH3_state_s* state) const noexcept;
  };

  sim::Time start_;
  std::string line_;
  std::unique_ptr<XXH3_state_s, Release> state_;
};

}  // namespace podreel::trace

// Fingerprints of fleets and plans.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace podreel::fleet {

/// XXH3-128 of a text that arrives in pieces.
class Fingerprint {
 public:
  Fingerprint();

  void add(std::string_view piece);
  /// Returns the hash of everything added so far, as 32 hex digits.
  [[nodiscard]] std::string hex() const;

 private:
  struct Release {
    void operator()(XXH3_state_s* state) const noexcept;
  };
  std::unique_ptr<XXH3_state_s, Release> state_;
};

/// Hash of a whole text.
[[nodiscard]] std::string fingerprint_of(std::string_view text);

}  // namespace podreel::fleet

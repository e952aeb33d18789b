#include "tests/support/sample.hpp"

#include <cstdlib>
#include <string_view>

#include "tests/support/sanitizers.hpp"

namespace podreel::testing {

std::size_t one_in(Share share) noexcept {
  const char* every = std::getenv("PODREEL_EVERY_CASE");  // NOLINT(concurrency-mt-unsafe)
  if (every != nullptr && std::string_view{every} == "1") return 1;
  return is_sanitized ? share.sanitized : share.release;
}

}  // namespace podreel::testing

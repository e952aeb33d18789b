#include "support/conformance.hpp"

#include <cstdlib>

namespace podreel::testing {

std::optional<std::filesystem::path> conformance_folder() {
  const char* named = std::getenv("PODREEL_CONFORMANCE");  // NOLINT(concurrency-mt-unsafe)
  std::filesystem::path folder =
      named != nullptr ? named : std::filesystem::path{PODREEL_SOURCE_DIR} / ".." / "shared" / "conformance";
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) return std::nullopt;
  return folder.lexically_normal();
}

}  // namespace podreel::testing

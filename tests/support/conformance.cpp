#include "tests/support/conformance.hpp"

#include <cstdlib>
#include <doctest/doctest.h>

namespace podreel::testing {

std::optional<std::filesystem::path> conformance_folder() {
  const char* chosen = std::getenv("PODREEL_CONFORMANCE");
  std::filesystem::path folder = chosen ? chosen : PODREEL_SOURCE_DIR "/../shared/conformance";
  if (std::filesystem::is_directory(folder)) return folder;
  MESSAGE("skipped: no recordings at " << folder.string() << " (set PODREEL_CONFORMANCE)");
  return std::nullopt;
}

}  // namespace podreel::testing
